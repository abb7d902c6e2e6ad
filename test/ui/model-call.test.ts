import { expect, test } from 'vitest';
import type { Benchmark } from '../../src/client/library-client.ts';
import { REPLY_KINDS } from '../../src/core/reply/limits.ts';
import { REASONER_ID } from '../../src/core/reasoner-name.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { callSeconds, openCallOf, stageOf } from '../../src/ui/working/model-call.ts';

/** A call of a model, with whatever came after it. */
const asked = (model: string, ...after: readonly object[]): readonly TraceEvent[] =>
  [{ type: 'model-call', seq: 0, call: 0, model, purpose: 'vote', messages: [], maxTokens: 32 }, ...after].map(
    (event, seq) => ({ ...event, seq }) as unknown as TraceEvent,
  );
const delta = (text: string) => ({ type: 'text-delta', call: 0, delta: text });
const thought = (text: string) => ({ type: 'thought-delta', call: 0, delta: text });

test('a call is open from its asking to its result, and tells how much it wrote and thought', () => {
  expect(openCallOf([])).toBeNull();
  expect(openCallOf(asked('endpoint/a'))?.written).toBe(0);
  expect(openCallOf(asked('endpoint/a', thought('12345678'), delta('1234')))?.written).toBe(3);
  expect(openCallOf(asked('endpoint/a', delta('12'), { type: 'model-result', call: 0 }))).toBeNull();
});

test('the rules answer at once, so that there is nothing to tell', () => {
  expect(openCallOf(asked(REASONER_ID))).toBeNull();
});

test('the time of a call comes from the measured speed alone', () => {
  const call = { messages: [{ role: 'user' as const, content: 'x'.repeat(400) }], maxTokens: 32 };
  const speed = { prefillTokensPerSecond: 100, decodeTokensPerSecond: 16 } as Benchmark;
  expect(callSeconds(call, speed)).toBeCloseTo(1 + 2);
  expect(callSeconds(call, null)).toBeNull();
});

test('every kind of call that a run makes has a stage of its own', () => {
  const unnamed = REPLY_KINDS.filter((kind) => stageOf(kind) === 'Asking the model');
  // Limits of a kind that share the purpose of another, a simulated person who talks, and people that are written for SUBER.
  expect(unnamed).toEqual([
    'short-decision',
    'short-ranking',
    'short-text',
    'dialogue-seek',
    'person-description',
    'person-taste',
  ]);
});
