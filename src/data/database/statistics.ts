/**
 * @file Counts and means of people and items over training interactions.
 */
import type { Grouped } from './training-rows.ts';

/** One person or item. */
export interface Statistics {
  /** Training interactions, rated or not. */
  readonly ratings: number;
  /** Null where nothing was rated. */
  readonly mean: number | null;
}

/** Counts and means of each group. @param rating NaN where there is none */
export function groupStatistics({ starts, entries }: Grouped, rating: Float64Array): Statistics[] {
  return Array.from({ length: starts.length - 1 }, (_, index) => {
    let rated = 0;
    let sum = 0;
    const from = starts[index] ?? 0;
    const to = starts[index + 1] ?? 0;
    for (let at = from; at < to; at += 1) {
      const value = rating[entries[at] ?? 0] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      rated += 1;
      sum += value;
    }
    return { ratings: to - from, mean: rated === 0 ? null : sum / rated };
  });
}

/** The decile, 1 to 10, of each count: one more than the whole tenths of all counts that are smaller, so that equals share one. */
export function deciles(counts: readonly number[]): number[] {
  const ascending = [...counts].sort((a, b) => a - b);
  const smaller = new Map<number, number>();
  ascending.forEach((count, rank) => {
    if (!smaller.has(count)) smaller.set(count, rank);
  });
  return counts.map((count) => 1 + Math.floor((10 * (smaller.get(count) ?? 0)) / counts.length));
}
