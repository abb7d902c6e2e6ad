/** @file Measures of quality. One is taken for each task, then summarised: RMSE is not a mean of RMSEs. */
import type { Recommendation, Truth } from './task.ts';

export interface Metric {
  readonly name: string;
  readonly higherIsBetter: boolean;
  measure(recommendation: Recommendation, truth: Truth): number | null;
  summarize(measurements: readonly number[]): number;
}
