/** @file The lab's own elementary functions beside the engine's, which differ between engines. */
import { now } from '../../src/core/clock.ts';
import { exp, log, log1p, log2 } from '../../src/core/numbers/elementary-functions.ts';
import { pow } from '../../src/core/numbers/power.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';

const CALLS = 5_000_000;

const PAIRS: Readonly<Record<string, readonly [own: (x: number) => number, engine: (x: number) => number]>> = {
  exp: [exp, Math.exp],
  log: [log, Math.log],
  log1p: [log1p, Math.log1p],
  log2: [log2, Math.log2],
  pow: [(x) => pow(x, 3.7), (x) => Math.pow(x, 3.7)],
};

/** Nanoseconds a call; the sum keeps the calls from being left out. */
function time(of: (x: number) => number): number {
  let sum = 0;
  const start = now();
  for (let at = 1; at <= CALLS; at += 1) sum += of(at * 1e-5);
  const nanoseconds = ((now() - start) * 1e6) / CALLS;
  return Number.isNaN(sum) ? NaN : nanoseconds;
}

/** Each function, warm. */
export const elementary: Benchmark = {
  name: 'elementary',
  title: 'Elementary functions: ours beside the engine’s, per call',
  run: async () =>
    Object.entries(PAIRS).map(([name, [own, engine]]): BenchmarkRow => {
      time(own);
      time(engine);
      const [ours, theirs] = [time(own), time(engine)];
      return {
        name,
        value: `${ours.toFixed(0)} ns, ${(ours / theirs).toFixed(2)} × the engine’s`,
        goal: '',
        met: null,
      };
    }),
};
