/**
 * @file Measures of quality. One is taken for each task, then summarised: RMSE is not a mean of RMSEs.
 */
import type { Recommendation, Truth } from './task.ts';

/** Measures single answers, and sums up what it measured. */
export interface Metric {
  /** `NDCG@10`. */
  readonly name: string;
  readonly higherIsBetter: boolean;
  /** The measurement of one task; null where the metric does not apply to it. */
  measure(recommendation: Recommendation, truth: Truth): number | null;
  /** The value over the tasks; NaN where there is none. */
  summarize(measurements: readonly number[]): number;
}
