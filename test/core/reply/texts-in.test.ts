/** @file Texts in other shapes than as one text. */
import { expect, test } from 'vitest';
import { asOneText, textsIn, wordsInJson } from '../../../src/core/reply/texts-in.ts';

test.each([
  ['a', ['a']],
  [7, ['7']],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [{ query: 'a' }, ['a']],
  [{ result: ['a', { text: 'b' }] }, ['a', 'b']],
  [[], null],
  [{}, null],
  [{ a: 'a', b: 'b' }, null],
  [['a', null], null],
  [[['a']], null],
  [true, null],
])('%j', (value, texts) => {
  expect(textsIn(value)).toEqual(texts);
});

test('several are one: sentences, or parts', () => {
  expect(asOneText(['It is long.', ' “Too long.”'])).toBe('It is long. “Too long.”');
  expect(asOneText(['long', 'slow.'])).toBe('long; slow.');
});

test.each([
  ['{"answer": "Six people gave 3.67."}', 'Six people gave 3.67.'],
  ['```json\n{"thought": "The mean first."}\n```', 'The mean first.'],
  ['{"a": "x", "b": "y"}', null],
  ['{"a": "x"} is the answer', null],
  ['{"a": "cut off', null],
  ['Six people.', null],
])('words in JSON: %s', (written, words) => {
  expect(wordsInJson(written)).toBe(words);
});
