import { expect, test } from 'vitest';
import { callSpeed } from '../../src/trace/call-record.ts';
import { traceTree } from '../../src/trace/trace-tree.ts';
import type { EventBody, TraceEvent } from '../../src/core/trace.ts';

const START: EventBody = { type: 'node-start', parent: null, kind: 'task', label: '', detail: null };
const CALL: EventBody = {
  type: 'model-call',
  model: 'test/x',
  purpose: 'answer',
  messages: [],
  seed: 1,
  temperature: 0,
  maxTokens: 9,
  responseSchema: null,
};
const delta: EventBody = { type: 'text-delta', call: 1, delta: 'x' };
const result = (outputTokens: number, estimated = false): EventBody => ({
  type: 'model-result',
  call: 1,
  finishReason: 'stop',
  usage: { inputTokens: 420, outputTokens, estimated, cachedTokens: 280 },
});

const speedOf = (timed: readonly (readonly [number, EventBody])[]) => {
  const events = timed.map(([time, body], seq): TraceEvent => ({ seq, time, node: '0', ...body }));
  const call = traceTree(events).tasks[0]?.calls[0];
  return call === undefined ? undefined : callSpeed(call);
};

test('reading ends with the first piece, and writing is what comes after it', () => {
  const pieces = [delta, delta].map((one, at) => [1500 + 500 * at, one] as const);
  const events = [[0, START] as const, [1000, CALL] as const, ...pieces, [4500, result(34)] as const];
  expect(speedOf(events)).toEqual({ prefillMilliseconds: 500, tokensPerSecond: 11 });
});

test('a reply that comes in one piece says nothing of a speed', () => {
  const events = [[0, START] as const, [1000, CALL] as const, [4499, delta] as const, [4500, result(34)] as const];
  expect(speedOf(events)?.tokensPerSecond).toBeNull();
});
