/** @file Why a conversation named an item, in words that a film lover reads. */
import { expect, test } from 'vitest';
import { passedInWords, reasonOf } from '../../src/trace/passed-steps.ts';

test.each([
  ['filter: 846 candidates satisfy: genre is Comedy, one of 846', 'one of the 846 whose genre is Comedy'],
  [
    'filter: 20 candidates satisfy: genre is Comedy; year before 1980; running_time before 100; rating from 3.5, one of 20',
    'one of the 20 whose genre is Comedy, year is before 1980, running time is below 100 and rating is 3.5 or more',
  ],
  ['filter: 999 candidates satisfy: title is not Jaws (1975), one of 999', ''],
  [
    'similar: 147 candidates are most like Alien (1979) by meaning and kind, place 96 of 147',
    'number 96 of the 147 most like Alien (1979) in what they are about and their kind',
  ],
  [
    'rank: 146 candidates in order by Item kNN (cosine), shrunk by support, and likeness by meaning and kind, place 1 of 146',
    'number 1 of these 146 for your taste (what is rated together with what you like, and likeness to it)',
  ],
  ['map: named, one of 5', ''],
  ['what a program wrote', 'what a program wrote'],
])('"%s"', (step, words) => {
  expect(passedInWords(step)).toBe(words);
});

test('a reason leaves out what says nothing', () => {
  expect(reasonOf('Babel (2006)', ['Rated 3.7 on average by 48 people', 'map: named, one of 5'])).toBe(
    'Babel (2006): Rated 3.7 on average by 48 people.',
  );
});
