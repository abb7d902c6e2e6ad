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
  ['{"type": "Thought", "content": "The user likes adventures."}', 'The user likes adventures.'],
  ['{"role": "assistant", "content": "See Heat."}', 'See Heat.'],
  ['{"reply": "See Heat.", "items": [6], "sure": true}', 'See Heat.'],
  ['{"type": "Search", "content": "Heat"}', null],
  ['{"name": "Heat", "description": "A heist."}', null],
  ['{"title": "Heat", "year": 1995}', null],
  ['{"thought": "Two films.", "reply": "See Heat."}', null],
  ['Assistant:\n\n```json\n{"reply": "There is one: **Heat** (1995)."}\n```', 'There is one: **Heat** (1995).'],
  ['Sure! Here is the explanation:\n\n{"reason": "Omar likes it."}', 'Omar likes it.'],
  ['**Reply:** {"type": "reply", "content": "See Heat."}', 'See Heat.'],
  ['```json\n{"reply": "See Heat."}\n```\n\nI kept it short.', 'See Heat.'],
  ['{"thought": "The mean first."}\nAction: {"type": "Analyse", "content": ["item", 6]}', 'The mean first.'],
  ['{"reason": "Omar likes "Heat" a lot."}', 'Omar likes "Heat" a lot.'],
  ['{"reply": "See Heat."}\n{"reply": "See Alien."}', null],
  ['Reply: {"reply": "See He', null],
  ['You might like Heat. Its reason: {"reason": "It is long."}', null],
  ['Here are the best: ["Heat", "Alien"]', null],
  ['Here is one: {"title": "Heat"}', null],
])('words in JSON: %s', (written, words) => {
  expect(wordsInJson(written)).toBe(words);
});
