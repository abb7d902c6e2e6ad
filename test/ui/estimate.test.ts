import { expect, test } from 'vitest';
import type { Benchmark } from '../../src/client/library-client.ts';
import { TransferRate } from '../../src/ui/pages/models/transfer-rate.ts';
import { estimateRun } from '../../src/ui/pages/plan/estimate.ts';

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

test('the time left of a transfer follows its last seconds, and is not told before there are any', () => {
  const rate = new TransferRate();
  rate.add(0, 0);
  expect(rate.secondsLeft(1000)).toBeNull();
  for (let second = 1; second <= 20; second += 1)
    rate.add(second * 1000, second * (second <= 10 ? 100 : 50) + (second > 10 ? 500 : 0));
  expect(rate.secondsLeft(3000)).toBeCloseTo((3000 - 1500) / 50, 5);
  rate.add(21_000, 10);
  expect(rate.secondsLeft(3000)).toBeNull();
});
