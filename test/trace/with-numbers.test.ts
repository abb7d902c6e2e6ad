import { expect, test } from 'vitest';
import { withNumbers } from '../../src/trace/names.ts';

const names = {
  people: new Map([
    [448, 'Klaus Ibarra'],
    [7, 'Ann'],
  ]),
  items: new Map([
    [2641, 'The Time Machine (2002)'],
    [2904, 'X-Men (2000)'],
    [3, 'Heat (1995)'],
    [4, 'Heat (1986)'],
    [5, 'What? (1972)'],
  ]),
};

test.each([
  ['What is the average rating of X-Men?', 'What is the average rating of item 2904, X-Men (2000)?'],
  ['How did Klaus Ibarra rate it?', 'How did user 448 rate it?'],
  // Two are called so.
  ['Is it Heat?', 'Is it Heat?'],
  ['Is it Heat (1995)?', 'Is it item 3, Heat (1995)?'],
])('%s', (text, asked) => {
  expect(withNumbers(text, names)).toBe(asked);
  expect(withNumbers(asked, names)).toBe(asked);
});
