/** @file Measures of quality. One is taken for each task, then summarised: RMSE is not a mean of RMSEs. */
import type { Recommendation, Truth } from './task.ts';

export interface Metric {
  readonly name: string;
  readonly higherIsBetter: boolean;
  measure(recommendation: Recommendation, truth: Truth): number | null;
  summarize(measurements: readonly number[]): number;
}

/** A rating within this of the truth is right: half a step of a scale of whole numbers. */
const NEAR = 0.5;

const OF_RANKINGS = /^(?:HR|NDCG|MRR|MAP|Precision|Recall)@\d+$/;

/** Null for metrics that know no right and wrong, such as ROUGE. @param value of RMSE and MAE the absolute error */
export function isRight(metric: string, value: number): boolean | null {
  if (metric === 'RMSE' || metric === 'MAE') return value < NEAR;
  if (metric === 'Accuracy') return value === 1;
  return OF_RANKINGS.test(metric) ? value > 0 : null;
}
