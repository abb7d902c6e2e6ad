/** @file What a person is looking for, over the turns of a dialogue. */
import { expect, test } from 'vitest';
import type { CatalogueOutline } from '../../../src/core/dialogue.ts';
import { readProfile } from '../../../src/reasoner/dialogue/profile.ts';

const CATALOGUE: CatalogueOutline = {
  itemNoun: 'film',
  items: 2,
  scale: { min: 1, max: 5 },
  years: { first: 1979, last: 1999 },
  attributes: [{ name: 'genre', kind: 'choice', values: ['Drama', 'Comedy'], known: 2 }] as never,
  isDescribed: false,
  enough: 1,
};

const said = (text: string) => ({ text, mentions: [], shown: [] });
const expected = (...texts: readonly string[]): readonly string[] =>
  readProfile(texts.map(said), CATALOGUE).expect.values;

test.each(['Why the first one?', 'And who directed it?', 'how long is the second'])(
  'who asks "%s" is still looking for the same',
  (question) => {
    expect(expected('a comedy, please', question)).toEqual(['genre: Comedy']);
  },
);

test('another request replaces the last', () => {
  expect(expected('a comedy, please', 'Why the first one?', 'a drama')).toEqual(['genre: Drama']);
  expect(expected('a comedy, please', 'something for tonight')).toEqual([]);
});

test('a title that was meant takes the place of the one that was read', () => {
  const named = (text: string, ...titles: readonly string[]) => ({
    ...said(text),
    mentions: titles.map((title) => {
      const start = text.indexOf(title);
      return { start, end: start + title.length, titles: [`${title} (2000)`], ratings: 50, values: [] };
    }),
  });
  const both = named('I love Gladiator and Braveheart', 'Gladiator', 'Braveheart');
  const one = named('I love Braveheart', 'Braveheart');
  const troy = named('I meant Troy', 'Troy');
  const likedAfter = (...said: readonly ReturnType<typeof named>[]) => readProfile(said, CATALOGUE).like.titles;
  const corrected = named('sorry, I meant Troy, not Braveheart', 'Troy', 'Braveheart');
  expect(likedAfter(both, corrected)).toEqual(['Gladiator', 'Troy']);
  expect(likedAfter(one, troy)).toEqual(['Troy']);
  // Which of the two is not said.
  expect(likedAfter(both, troy)).toEqual(['Gladiator', 'Braveheart']);
});
