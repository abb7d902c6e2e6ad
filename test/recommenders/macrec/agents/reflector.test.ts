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
