/**
 * @file The error of one predicted rating.
 */
import type { Recommendation, Truth } from '../core/task.ts';

/** |ŷ − y|; null where no rating was predicted or none is known. */
export function absoluteError(recommendation: Recommendation, truth: Truth): number | null {
  if (recommendation.type !== 'rating' || truth.type !== 'rating') return null;
  return Math.abs(recommendation.rating - truth.rating);
}
