/**
 * @file Metrics of predicted ratings (RecMind, section 4.1; Herlocker et al. 2004). Each is NaN over no task and where a prediction is
 * NaN; tasks without a known rating are left out.
 */
import type { Recommendation, Truth } from '../core/task.ts';
import type { Metric } from '../core/metric.ts';
import { mean } from './statistics.ts';

/** |ŷ − y|; null where no rating was predicted or none is known. NaN stays NaN, so that a broken recommender shows. */
function absoluteError(recommendation: Recommendation, truth: Truth): number | null {
  if (recommendation.type !== 'rating' || truth.type !== 'rating' || Number.isNaN(truth.rating)) return null;
  return Math.abs(recommendation.rating - truth.rating);
}

/** √(Σ (ŷ − y)² / n). */
export const rmse: Metric = {
  name: 'RMSE',
  higherIsBetter: false,
  measure: absoluteError,
  summarize: (errors) => Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
};

/** Σ |ŷ − y| / n. */
export const mae: Metric = { name: 'MAE', higherIsBetter: false, measure: absoluteError, summarize: mean };

/** The share that is exactly right, as MACRec's public code counts it: 3.97 is not 4. */
export const accuracy: Metric = {
  name: 'Accuracy',
  higherIsBetter: true,
  measure(recommendation, truth) {
    const error = absoluteError(recommendation, truth);
    if (error === null || Number.isNaN(error)) return error;
    return error === 0 ? 1 : 0;
  },
  summarize: mean,
};
