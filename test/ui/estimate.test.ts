import { expect, test } from 'vitest';
import type { Benchmark } from '../../src/client/measure-model.ts';
import { estimateRun } from '../../src/ui/pages/plan/what-ran.ts';

const benchmark: Benchmark = {
  name: 'transformers/tiny',
  dtype: 'q8',
  device: 'wasm',
  measuredAt: 0,
  threads: 2,
  loadMilliseconds: 1000,
  prefillTokensPerSecond: 100,
  decodeTokensPerSecond: 10,
  textsPerSecond: null,
  runs: 3,
};
const run = { modelCalls: 4, inputTokens: 1000, outputTokens: 50, milliseconds: 7 };

test('a run takes its tokens at the measured speeds', () => {
  expect(estimateRun([run, run], benchmark)).toEqual({
    modelCalls: 8,
    inputTokens: 2000,
    outputTokens: 100,
    seconds: 30,
  });
});

test('nothing is estimated from what was not measured', () => {
  expect(estimateRun([run], null)).toBeNull();
  expect(estimateRun([run, undefined], benchmark)).toBeNull();
  expect(estimateRun([], benchmark)).toBeNull();
  expect(estimateRun([run], { ...benchmark, decodeTokensPerSecond: null })).toBeNull();
});
