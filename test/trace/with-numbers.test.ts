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
  [
    'What is the average rating of The Time Machine (2002)?',
    'What is the average rating of item 2641, The Time Machine (2002)?',
  ],
  ['What is the average rating of X-Men?', 'What is the average rating of item 2904, X-Men (2000)?'],
  ['How did Klaus Ibarra rate it?', 'How did user 448 rate it?'],
  ['Who rated item 2904, X-Men (2000)?', 'Who rated item 2904, X-Men (2000)?'],
  ['Is it What? (1972)?', 'Is it item 5, What? (1972)?'],
  // Two are called so.
  ['Is it Heat?', 'Is it Heat?'],
  ['Is it Heat (1995)?', 'Is it item 3, Heat (1995)?'],
  ['Annotate it.', 'Annotate it.'],
])('%s', (text, asked) => {
  expect(withNumbers(text, names)).toBe(asked);
  expect(withNumbers(asked, names)).toBe(asked);
});

test('nothing is changed where nobody has a name', () => {
  expect(withNumbers('Is it Heat?', { people: new Map(), items: new Map() })).toBe('Is it Heat?');
});
