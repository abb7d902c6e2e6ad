/** @file Replies that were cut off at their token limit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJsonReply } from '../../src/tools/json-reply.ts';
import { z } from '../../src/tools/schema.ts';

const SHAPE = z.object({ rating: z.number(), reason: z.string() });
const read = (text: string) => readJsonReply(SHAPE, text, 'reason');

describe('a reply that was cut off', () => {
  test.each([
    ['within the reason', '{"rating": 4.5, "reason": "because the', 'because the'],
    ['at the start of the reason', '{"rating": 4.5, "reason": "', ''],
    ['before the reason', '{"rating": 4.5, "reason": ', ''],
    ['after the reason', '{"rating": 4.5, "reason": "so"', 'so'],
    ['within an escape', String.raw`{"rating": 4.5, "reason": "caf\u00e`, 'caf'],
    ['after a backslash', '{"rating": 4.5, "reason": "say \\', 'say '],
    ['after an escaped backslash', String.raw`{"rating": 4.5, "reason": "say \\`, 'say \\'],
    ['after an escaped backslash and a u', String.raw`{"rating": 4.5, "reason": "C:\\u0`, String.raw`C:\u0`],
    ['after an escaped backslash and a backslash', '{"rating": 4.5, "reason": "say \\\\\\', 'say \\'],
  ])('%s keeps its decision, with a note', (_, text, reason) => {
    const value = { rating: 4.5, reason };
    expect(read(text)).toEqual({ ok: true, value, note: 'it was cut off within "reason"' });
  });

  test.each([
    ['within the number', '{"rating": 4.'],
    ['after the number, which might go on', '{"rating": 4'],
    ['within the name', '{"rating": 4, "rea'],
    ['before anything', '{'],
  ])('%s is not read', (_, text) => {
    expect(read(text).ok).toBe(false);
  });

  test('is not read where it was not said to be cuttable', () => {
    expect(readJsonReply(SHAPE, '{"rating": 4.5, "reason": "because').ok).toBe(false);
  });

  test('never has another decision than the whole', () => {
    const reply = fc.record({ rating: fc.double({ min: 0.5, max: 5, noNaN: true }), reason: fc.string() });
    fc.assert(
      fc.property(reply, fc.nat(), (value, length) => {
        const whole = JSON.stringify(value);
        const reading = read(whole.slice(0, length % (whole.length + 1)));
        if (!reading.ok) return;
        expect(reading.value.rating).toBe(Number(JSON.stringify(value.rating)));
        expect(value.reason.startsWith(reading.value.reason)).toBe(true);
      }),
    );
  });
});
