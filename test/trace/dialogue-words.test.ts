/** @file What a list satisfies, in words that a film lover reads. */
import { expect, test } from 'vitest';
import { plainCondition } from '../../src/trace/dialogue-words.ts';

test.each([
  [{ attribute: 'genre', is: ['Comedy'], not: ['War'] }, ['genre is Comedy', 'genre is not War']],
  [{ attribute: 'year', before: 1980 }, ['year is before 1980']],
  [{ attribute: 'year', from: 1990, to: 1999 }, ['year is from 1990 to 1999']],
  [{ attribute: 'running_time', before: 100 }, ['running time is below 100']],
  [{ attribute: 'rating', from: 3.5 }, ['rating is 3.5 or more']],
  [{ attribute: 'title', not: ['Jaws (1975)'] }, []],
  [{ attribute: 'text', is: ['space'] }, ['title or description speaks of space']],
])('%j', (condition, words) => {
  expect(plainCondition(condition)).toEqual(words);
});
