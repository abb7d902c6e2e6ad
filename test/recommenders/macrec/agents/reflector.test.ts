/** @file Reflections as they are written, and what the next attempt is told of them. */
import { expect, test } from 'vitest';
import { parseReflection } from '../../../../src/recommenders/macrec/agents/reflector.ts';

test('a reflection is read as it is asked for; one of its two parts is enough', () => {
  const whole = '{"correctness":false,"reason":"Analyse item 7."}';
  expect(parseReflection(whole, 'json')).toEqual({ ok: true, value: { text: whole, correct: false } });
  expect(parseReflection('{"correctness": true}', 'json')).toMatchObject({ value: { correct: true } });
  expect(parseReflection('{"reason": "Analyse item 7."}', 'json')).toMatchObject({ value: { correct: null } });
});

test.each([
  '{"correctness": "partially correct", "reason": "Item 7 was left out."}',
  'Correctness: partially correct\nReason: Item 7 was left out.',
  'Correctness: true, partially\nReason: Item 7 was left out.',
])('%j finds the answer neither right nor wrong', (text) => {
  expect(parseReflection(text, 'json').ok).toBe(false);
});
