/** @file How long a run would take: what the last run of each planner sent and got, at the speed measured on this machine. */
import type { Benchmark } from '../../../client/measure-model.ts';
import type { Measured } from './what-ran.ts';

/** An estimate, with what it rests on. */
export interface Estimate {
  readonly seconds: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * The time of a run whose planners ask as they did the last time; null where a planner has not run yet or the model was never
 * measured. It takes every prompt as read anew, so that an engine that keeps shared beginnings is faster.
 */
export function estimateRun(
  last: readonly (Omit<Measured, 'byRules'> | undefined)[],
  benchmark: Benchmark | null,
): Estimate | null {
  const { prefillTokensPerSecond: prefill = null, decodeTokensPerSecond: decode = null } = benchmark ?? {};
  if (prefill === null || decode === null || last.length === 0) return null;
  const total = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  for (const run of last) {
    if (run === undefined) return null;
    total.modelCalls += run.modelCalls;
    total.inputTokens += run.inputTokens;
    total.outputTokens += run.outputTokens;
  }
  return { ...total, seconds: total.inputTokens / prefill + total.outputTokens / decode };
}
