import { expect, test } from 'vitest';
import type { Item } from '../../../src/core/dataset.ts';
import { seriesOf, titleStem } from '../../../src/data/database/facts.ts';

const item = (id: number, title: string): Item => ({ id, title, year: null, attributes: {} });

test.each([
  ['Toy Story', 'Toy Story'],
  ['Toy Story 2', 'Toy Story'],
  ['Rocky III', 'Rocky'],
  ['The Godfather: Part II', 'The Godfather'],
  ['Godfather, The', 'The Godfather'],
  ['Star Wars: Episode IV - A New Hope', 'Star Wars'],
  ['Star Trek II: The Wrath of Khan', 'Star Trek'],
  ['Harry Potter and the Deathly Hallows: Part 1', 'Harry Potter and the Deathly Hallows'],
  ['Kill Bill: Vol. 2', 'Kill Bill'],
  ['Back to the Future Part III', 'Back to the Future'],
  ['Blade Runner 2049', 'Blade Runner 2049'],
  ['Se7en', 'Se7en'],
  ['8 1/2', '8 1/2'],
  ['Malcolm X', 'Malcolm X'],
  ['2', '2'],
  ['III', 'III'],
  ['', ''],
])('the stem of %j is %j', (title, stem) => {
  expect(titleStem(title)).toBe(stem);
});

test('a series needs two items', () => {
  const series = seriesOf([item(1, 'Alien'), item(2, 'ALIEN 3'), item(3, 'Heat'), item(4, 'Aliens')]);
  expect([...series]).toEqual([
    [1, 'Alien'],
    [2, 'Alien'],
  ]);
});
