import type { Recommendation, Truth } from '../../core/task.ts';

/**
 * |ŷ − y|; null where no rating was predicted or none is known (a truth that is NaN). A prediction that is NaN gives NaN, so
 * that a broken recommender shows as no number instead of being left out of the mean.
 */
export function absoluteError(recommendation: Recommendation, truth: Truth): number | null {
  if (recommendation.type !== 'rating' || truth.type !== 'rating' || Number.isNaN(truth.rating)) return null;
  return Math.abs(recommendation.rating - truth.rating);
}
