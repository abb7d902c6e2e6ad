/** @file The ratings that somebody can give on a scale. */
import type { RatingScale } from '../../../core/dataset.ts';

/** All of them, the lowest first, at most 1,001. */
export function ratingValues({ min, max, step }: RatingScale): readonly number[] {
  const steps = Math.min(1000, Math.floor((max - min) / step + 1e-6));
  // Steps of a tenth add up to 0.30000000000000004.
  return Array.from({ length: steps + 1 }, (_, at) => Number((min + at * step).toFixed(6)));
}

/** True for a scale that stars show: from above 0 to at most 10, in steps that a finger can tell apart. */
export function isStarred(scale: RatingScale): boolean {
  return scale.min > 0 && scale.max <= 10 && ratingValues(scale).length <= 10;
}
