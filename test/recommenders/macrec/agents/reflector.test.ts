/** @file Reflections as they are written, and what the next attempt is told of them. */
import { expect, test } from 'vitest';
import { parseReflection } from '../../../../src/recommenders/macrec/agents/reflector.ts';

test.each([
  ['["Item 7 was left out.", "Analyse it."]', 'Item 7 was left out. Analyse it.', 'the reason was written as a list'],
  ['["item 7", "item 9"]', 'item 7; item 9', 'the reason was written as a list'],
  ['{"text": "Analyse item 7."}', 'Analyse item 7.', 'a text was written as {"text":"Analyse item 7."}'],
  ['"Analyse item 7."', 'Analyse item 7.', undefined],
])('a reason as %s is told as one text', (reason, text, note) => {
  const reading = parseReflection(`{"correctness": false, "reason": ${reason}}`, 'json');
  const value = { text: JSON.stringify({ correctness: false, reason: text }), correct: false };
  expect(reading).toEqual({ ok: true, value, ...(note !== undefined && { note }) });
});

test.each([
  '{"correctness": "partially correct", "reason": "Item 7 was left out."}',
  'Correctness: partially correct\nReason: Item 7 was left out.',
  'Correctness: true, partially\nReason: Item 7 was left out.',
])('%j finds the answer neither right nor wrong', (text) => {
  expect(parseReflection(text, 'json').ok).toBe(false);
});

test('an answer is kept where nothing else is said of it', () => {
  expect(parseReflection('Keep the answer: all was looked at.', 'text')).toMatchObject({ value: { correct: true } });
  expect(parseReflection('Keep the answer only if item 7 is right.', 'text')).toMatchObject({
    value: { correct: null },
  });
});
