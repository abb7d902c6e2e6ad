import { expect, test } from 'vitest';
import type { Benchmark } from '../../src/client/measure-model.ts';
import { REPLY_KINDS } from '../../src/core/reply/limits.ts';
import { callSeconds, stageOf } from '../../src/ui/parts/working/model-call.ts';

test('the time of a call comes from the measured speed alone', () => {
  const call = { promptLength: 400, maxTokens: 32 };
  const speed = { prefillTokensPerSecond: 100, decodeTokensPerSecond: 16 } as Benchmark;
  expect(callSeconds(call, speed)).toBeCloseTo(1 + 2);
  expect(callSeconds(call, null)).toBeNull();
});

test('every kind of call that a run makes has a stage of its own', () => {
  const unnamed = REPLY_KINDS.filter((kind) => stageOf(kind) === 'Asking the model');
  // Limits of a kind that share the purpose of another, a simulated person who talks, and what is rated and written for SUBER.
  expect(unnamed).toEqual([
    'short-decision',
    'short-ranking',
    'short-text',
    'dialogue-seek',
    'rate-beginning',
    'rate-explanation',
    'person-description',
    'person-taste',
  ]);
});
