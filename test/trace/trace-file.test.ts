/** @file Traces survive a file, and a damaged file says where it is damaged. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { createDigest } from '../../src/trace/digest.ts';
import { formatTrace, parseTrace } from '../../src/trace/trace-file.ts';

const EVENTS: readonly TraceEvent[] = [
  { seq: 0, time: 0, node: '', type: 'run-start', spec: {}, dataset: {}, model: 'm', tasks: 1 },
  { seq: 1, time: 0.5, node: '0', type: 'node-start', parent: null, kind: 'task', label: 'a\nb “c”', detail: null },
  { seq: 2, time: 1, node: '0', type: 'node-end', status: 'done', result: null },
  { seq: 3, time: 1.25, node: '', type: 'run-end', outcome: 'done', summary: null },
];
const TEXT = formatTrace(EVENTS);
const lines = TEXT.trimEnd().split('\n');
const withLine = (index: number, line: string): string => lines.with(index, line).join('\n');

describe('a trace file', () => {
  test('gives back what was written, also without the last line end', () => {
    expect(parseTrace(TEXT)).toEqual(EVENTS);
    expect(parseTrace(TEXT.trimEnd())).toEqual(EVENTS);
  });

  test.each([
    ['no JSON', 2, '{"seq":2,', 'not JSON'],
    ['an unknown type', 2, '{"seq":2,"time":1,"node":"0","type":"toString"}', 'type "toString" is unknown'],
    ['a missing field', 2, '{"seq":2,"time":1,"node":"0","type":"node-end","status":"done"}', 'its result is missing'],
  ])('names the line of %s', (_, index, line, problem) => {
    const read = () => parseTrace(withLine(index, line));
    expect(read).toThrow(
      expect.objectContaining({
        code: 'trace-damaged',
        details: expect.objectContaining({ line: index + 1 }) as object,
      }) as Error,
    );
    expect(read).toThrow(problem);
  });

  test('that was cut off anywhere is read as far as it goes where that is asked for, and else refused or whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: lines[0]?.length ?? 0, max: TEXT.length }), (length) => {
        const cut = TEXT.slice(0, length);
        const whole = EVENTS.filter((_, index) => cut.length >= lines.slice(0, index + 1).join('\n').length);
        expect(parseTrace(cut, { partial: true })).toEqual(whole);
        const isAtLineEnd = whole.length === cut.trimEnd().split('\n').length;
        if (isAtLineEnd) expect(parseTrace(cut)).toEqual(whole);
        else expect(() => parseTrace(cut)).toThrow('not JSON');
      }),
    );
  });
});

describe('the digest', () => {
  const digestOf = (events: readonly TraceEvent[]): string => {
    const digest = createDigest();
    events.forEach((event) => digest.add(event));
    return digest.hex();
  };

  test('does not depend on times, and does on everything else', () => {
    const [first, second] = EVENTS as [TraceEvent, TraceEvent];
    expect(digestOf([{ ...first, time: 9 }, second])).toBe(digestOf([first, second]));
    expect(digestOf([{ ...first, seq: 7 }, second])).not.toBe(digestOf([first, second]));
  });

  test('is the SHA-256 of the lines', async () => {
    const text = EVENTS.slice(0, 3)
      .map((event) => `${JSON.stringify({ ...event, time: undefined })}\n`)
      .join('');
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    expect(digestOf(EVENTS)).toBe(Buffer.from(hash).toString('hex'));
  });
});
