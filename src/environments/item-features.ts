/** @file Items as rows of numbers: 1, the genres, the average rating and the year. */
import { square } from '../core/numbers/elementary-functions.ts';
import type { RatedItem } from '../core/rater.ts';

const MOST_GENRES = 24;

/** A row for each item, all of one length; what is unknown is 0, the mean of what is known. */
export function itemFeatures(items: readonly RatedItem[]): readonly Float32Array[] {
  const counts = new Map<string, number>();
  for (const { genres } of items) for (const genre of genres) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  const genres = [...counts.entries()]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_GENRES)
    .map(([genre]) => genre);
  const rating = standardized(items.map(({ averageRating }) => averageRating));
  const year = standardized(items.map((item) => item.year));
  return items.map((item, at) =>
    Float32Array.from([1, rating[at]!, year[at]!, ...genres.map((genre) => (item.genres.includes(genre) ? 1 : 0))]),
  );
}

function standardized(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  const variance = known.reduce((sum, value) => sum + square(value - mean), 0) / Math.max(1, known.length);
  const deviation = Math.sqrt(variance) || 1;
  return values.map((value) => (value === null ? 0 : (value - mean) / deviation));
}
