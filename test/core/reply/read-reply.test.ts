/** @file The reader of structured replies: what it mends, and what it never makes up. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReply } from '../../../src/core/reply/read-reply.ts';

const SHAPE = {
  type: 'object',
  properties: { rating: { type: 'number' }, reason: { type: 'string' } },
  required: ['rating', 'reason'],
};
const read = (text: string) => readReply(text, SHAPE, { mayBeCut: 'reason' });

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
    expect(readReply('{"rating": 4.5, "reason": "because', SHAPE).ok).toBe(false);
  });

  test('never has another decision than the whole', () => {
    const reply = fc.record({ rating: fc.double({ min: 0.5, max: 5, noNaN: true }), reason: fc.string() });
    fc.assert(
      fc.property(reply, fc.nat(), (value, length) => {
        const whole = JSON.stringify(value);
        const reading = read(whole.slice(0, length % (whole.length + 1)));
        if (!reading.ok) return;
        const { rating, reason } = reading.value as { rating: number; reason: string };
        expect(rating).toBe(Number(JSON.stringify(value.rating)));
        expect(value.reason.startsWith(reason)).toBe(true);
      }),
    );
  });
});

const RATED = {
  type: 'object',
  properties: { rating: { type: 'integer', minimum: 1, maximum: 9 } },
  required: ['rating'],
};
const PLAN = {
  type: 'object',
  properties: {
    tool: { enum: ['look-up', 'map'] },
    texts: { type: 'array', items: { type: 'string' }, default: [] },
    done: { type: 'boolean', default: false },
  },
  required: ['tool'],
};

describe('what is mended, with a note', () => {
  test.each([
    ['{"rating": "4"}', RATED, { rating: 4 }, 'a number was written as "4"'],
    ['{"rating": "8/9"}', RATED, { rating: 8 }, 'a number was written as "8/9"'],
    ['{"rating": 4,}', RATED, { rating: 4 }, 'a comma before a bracket'],
    ['{"rating": 4 // of nine\n}', RATED, { rating: 4 }, 'a comment'],
    ['{"tool": "Look_Up"}', PLAN, { tool: 'look-up', texts: [], done: false }, '"Look_Up" was read as "look-up"'],
    [
      '{"tool": "map", "texts": "Heat"}',
      PLAN,
      { tool: 'map', texts: ['Heat'], done: false },
      '"Heat" was read as a list of one',
    ],
    ['{"tool": "map", "done": "Yes"}', PLAN, { tool: 'map', done: true, texts: [] }, '"Yes" was read as true'],
    [
      '{"tool": "map", "texts": [{"title": "Heat"}]}',
      PLAN,
      { tool: 'map', texts: ['Heat'], done: false },
      'a text was written as {"title":"Heat"}',
    ],
    ['Here: ```json\n{"rating": 4}\n``` {so}', RATED, { rating: 4 }, 'words around the JSON were overlooked'],
    ['{"rating": 99} no: {"rating": 4}', RATED, { rating: 4 }, 'words around the JSON were overlooked'],
    ['[{"rating": 4}]', RATED, { rating: 4 }, 'what is around the object was overlooked'],
  ])('%s', (text, schema, value, note) => {
    expect(readReply(text, schema)).toEqual({ ok: true, value, note });
  });
});

describe('what is refused, with its place', () => {
  test.each([
    ['{"rating": "8/10"}', RATED, 'rating must be a whole number'],
    ['{"rating": "4 or 5"}', RATED, 'rating must be a whole number'],
    ['{"rating": 10}', RATED, 'rating must be a whole number from 1 to 9'],
    ['{"rating": null}', RATED, 'it has no "rating"'],
    ['{"tool": "fly"}', PLAN, 'tool must be one of "look-up", "map"'],
    ['{"tool": "map", "texts": [["a", "b"]]}', PLAN, 'texts.0 must be a text'],
    ['{"rating" 4}', RATED, 'its JSON is not well formed: a colon is missing at character 11, before “4}”'],
    ['{"rating": 4', RATED, 'it breaks off: its JSON is never closed'],
    ['{"rating": 4} {"rating": 5, ', RATED, 'it breaks off: its JSON is never closed'],
    ['{"reply": {"rating": 4}, "more": "', RATED, 'it breaks off: its JSON is never closed'],
    ['', RATED, 'it is empty'],
    ['four', RATED, 'it holds no JSON object'],
  ])('%s', (text, schema, problem) => {
    expect(readReply(text, schema)).toEqual({ ok: false, problem });
  });
});

describe('any JSON', () => {
  test('is read as it is, and without a note', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readReply(text, { type: 'object' })).toEqual({ ok: true, value: JSON.parse(text) as unknown });
      }),
    );
  });

  test('cut anywhere is never believed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        expect(readReply(text.slice(0, at % text.length), { type: 'object' }).ok).toBe(false);
      }),
    );
  });

  test('between words, of which none is taken for it', () => {
    const words = fc.string().filter((text) => !/[{[<]/.test(text));
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 9 }), words, (before, rating, behind) => {
        const reading = readReply(`${before}{"rating": ${String(rating)}}${behind}`, RATED);
        expect(reading.ok && reading.value).toEqual({ rating });
      }),
    );
  });
});

test('eight MiB are refused in fifty milliseconds', () => {
  const text = '{"rating": 4, '.repeat(600_000);
  const start = process.cpuUsage();
  expect(readReply(text, RATED).ok).toBe(false);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(50);
});
