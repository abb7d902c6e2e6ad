/** @file What prompts tell of the words of a message that the catalogue may have. */
import { expect, test } from 'vitest';
import type { Mention } from '../../../src/core/dialogue.ts';
import { meantBy } from '../../../src/recommenders/interec/meant-by.ts';

const mention = (text: string, words: string, title: string, value = ''): Mention => ({
  start: text.indexOf(words),
  end: text.indexOf(words) + words.length,
  titles: title === '' ? [] : [title],
  ratings: 3,
  values: value === '' ? [] : [{ attribute: 'director', value, isPart: true }],
});

test('what is by a common word alone, within a whole title, or the year behind one, is not told', () => {
  const text = 'Why the first one and not the others? I meant Toy Story 2 (2001) by Lasseter.';
  const mentions = [
    mention(text, 'first', '', 'Amy First'),
    mention(text, 'the others', 'The Others (2001)'),
    mention(text, 'Toy Story 2', 'Toy Story 2 (1999)'),
    mention(text, 'Story', '', 'Tim Story'),
    mention(text, '2001', '2001: A Space Odyssey (1968)'),
    mention(text, 'Lasseter', '', 'John Lasseter'),
  ];
  expect(meantBy(text, mentions)).toEqual({
    titles: ['"Toy Story 2": Toy Story 2 (1999) (rated by 3)'],
    values: ['director: John Lasseter'],
  });
});

test('what is written as a title is told whatever its words', () => {
  const text = 'Like The Others, please.';
  expect(meantBy(text, [mention(text, 'The Others', 'The Others (2001)')]).titles).toHaveLength(1);
});
