import { expect, test } from 'vitest';
import { titleStem } from '../../../src/data/database/facts.ts';

test.each([
  ['Toy Story', 'Toy Story'],
  ['Rocky III', 'Rocky'],
  ['Godfather, The', 'The Godfather'],
  ['Star Trek II: The Wrath of Khan', 'Star Trek'],
  ['Kill Bill: Vol. 2', 'Kill Bill'],
  ['Blade Runner 2049', 'Blade Runner 2049'],
  ['8 1/2', '8 1/2'],
  ['2', '2'],
  ['', ''],
])('the stem of %j is %j', (title, stem) => {
  expect(titleStem(title)).toBe(stem);
});
