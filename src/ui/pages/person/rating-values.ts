/** @file The ratings that somebody can give on a scale. */
import type { RatingScale } from '../../../core/dataset.ts';

/** All of them, the lowest first, at most 1,001; whole stars where stars show the scale. */
export function ratingValues({ min, max, step }: RatingScale): readonly number[] {
  const steps = Math.min(1000, Math.floor((max - min) / step + 1e-6));
  // Steps of a tenth add up to 0.30000000000000004.
  const all = Array.from({ length: steps + 1 }, (_, at) => Number((min + at * step).toFixed(6)));
  return isStarred({ min, max, step }) ? all.filter((value) => Number.isInteger(value)) : all;
}

/** True for a scale that stars show: from above 0 to at most 10, on which whole numbers are ratings. */
export const isStarred = ({ min, max, step }: RatingScale): boolean =>
  min > 0 && max <= 10 && Number.isInteger(max) && Number.isInteger(1 / step) && Number.isInteger(min / step);
