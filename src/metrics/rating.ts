/**
 * @file Metrics of predicted ratings (RecMind, section 4.1; Herlocker et al. 2004). Each is NaN over no task and where a prediction is
 * NaN; tasks without a known rating are left out.
 */
import { rightOf, type Recommendation, type Truth } from '../core/task.ts';
import type { Metric } from '../core/evaluation.ts';
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

/** The share that is exactly right, as MACRec's public code counts it: 3.97 is not 4; of several ratings the share within the bounds. */
export const accuracy: Metric = {
  name: 'Accuracy',
  higherIsBetter: true,
  measure(recommendation, truth) {
    if (truth.type === 'bounds' && recommendation.type === 'rating')
      return rightOf(recommendation.ratings ?? [], truth) / (recommendation.ratings?.length ?? 0);
    const error = absoluteError(recommendation, truth);
    if (error === null || Number.isNaN(error)) return error;
    return error === 0 ? 1 : 0;
  },
  summarize: mean,
};

/** Of MovieLens' ratings, half a star to five as 1 to 10, where a film is drawn first: measured on ml-latest-small (Harper and Konstan 2015). */
const MOVIELENS_SHARES = [0.0222, 0.0383, 0.0341, 0.0988, 0.0764, 0.1956, 0.148, 0.2266, 0.0755, 0.0845];

/** 1 − ½ Σ |p − q| of ratings from 1 to 10 and of MovieLens' (SUBER, appendix C). */
export const similarity: Metric = {
  name: 'similarity',
  higherIsBetter: true,
  measure: (recommendation) => (recommendation.type === 'rating' ? (recommendation.ratings?.[0] ?? null) : null),
  summarize(ratings) {
    const shareOf = (rating: number): number => ratings.filter((one) => one === rating).length / ratings.length;
    return 1 - 0.5 * MOVIELENS_SHARES.reduce((sum, wanted, at) => sum + Math.abs(shareOf(at + 1) - wanted), 0);
  },
};
