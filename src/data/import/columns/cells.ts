/** @file Cells of unknown tables as values. */
import type { RatingScale } from '../../../core/dataset.ts';

const NUMBER = /^\d{1,19}(\.\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
// In seconds, the year 5138; in milliseconds, 1973. The same again for micro- and nanoseconds.
const SMALLEST_OF_THOUSANDS = 1e11;
const LATEST_TIME = 8.64e12;
const STEPS = [1, 0.5, 0.25, 0.1, 0.05, 0.01];
const LOOKED_AT = 1000;

/** Unix seconds from seconds, milli-, micro- or nanoseconds, or from a date (in UTC where it names no zone); else null. */
export function parseCellTime(text: string): number | null {
  if (NUMBER.test(text)) {
    let time = Number(text);
    while (time >= SMALLEST_OF_THOUSANDS) time /= 1000;
    return time <= LATEST_TIME ? Math.floor(time) : null;
  }
  if (!DATE.test(text)) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const milliseconds = Date.parse(text.replace(' ', 'T') + (text.length > 10 && !hasZone ? 'Z' : ''));
  return Number.isNaN(milliseconds) || milliseconds < 0 ? null : Math.floor(milliseconds / 1000);
}

/** The scale that ratings seem to be on: their least and largest, and the widest step that the first 1,000 different ones fit. */
export function scaleOf(ratings: Float64Array): RatingScale {
  const different = new Set<number>();
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const rating of ratings) {
    if (Number.isNaN(rating)) continue;
    min = Math.min(min, rating);
    max = Math.max(max, rating);
    if (different.size < LOOKED_AT) different.add(rating);
  }
  if (min > max) return { min: 1, max: 1, step: 1 };
  const fits = (step: number): boolean =>
    [...different].every((rating) => Math.abs((rating - min) / step - Math.round((rating - min) / step)) < 1e-6);
  return { min, max, step: STEPS.find(fits) ?? 0.001 };
}
