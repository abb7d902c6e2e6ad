/** @file How far apart two samples of numbers are. */
import { log2 } from '../../core/numbers/elementary-functions.ts';

/** Three distances. */
export interface Distances {
  /** The area between the cumulative distributions, in the unit of the numbers (Vallender 1974, on the line): 0 and more. */
  readonly wasserstein: number;
  /** The largest gap between the cumulative distributions (Kolmogorov and Smirnov): 0 to 1. */
  readonly kolmogorovSmirnov: number;
  /** The divergence of the distributions over ten equal bins, from the least number of the grid to the greatest (`jensenShannon`): 0 to 1. */
  readonly jensenShannon: number;
}

/** Bins of the divergence: single numbers of a continuous measure hardly ever occur twice. */
const BINS = 10;

/** The numbers that occur in any of the samples, ascending, each once. */
export const gridOf = (samples: readonly (readonly number[])[]): Float64Array =>
  Float64Array.from(new Set(samples.flat())).sort();

/** All distances of two samples, each with at least one number. @param grid holds the numbers of both, and may hold others */
export function distancesOf(
  first: readonly number[],
  second: readonly number[],
  grid: Float64Array = gridOf([first, second]),
): Distances {
  const place = new Map([...grid].map((value, at) => [value, at]));
  const countsOf = (sample: readonly number[]): Float64Array => {
    const counts = new Float64Array(grid.length);
    for (const value of sample) counts[place.get(value) ?? 0]! += 1;
    return counts;
  };
  return countedDistances(grid, countsOf(first), countsOf(second));
}

/** The same of samples by how often each number of a grid occurs in them. */
export function countedDistances(
  grid: ArrayLike<number>,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): Distances {
  const [ofFirst, ofSecond] = [totalOf(first), totalOf(second)];
  let [a, b, wasserstein, kolmogorovSmirnov] = [0, 0, 0, 0];
  for (let at = 0; at < grid.length; at += 1) {
    a += first[at]!;
    b += second[at]!;
    const gap = Math.abs(a / ofFirst - b / ofSecond);
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, gap);
    if (at + 1 < grid.length) wasserstein += gap * (grid[at + 1]! - grid[at]!);
  }
  const divergence = jensenShannon(binned(grid, first), binned(grid, second));
  return { wasserstein, kolmogorovSmirnov, jensenShannon: divergence };
}

function binned(grid: ArrayLike<number>, counts: ArrayLike<number>): Float64Array {
  const bins = new Float64Array(BINS);
  const [least = 0, greatest = 0] = [grid[0], grid[grid.length - 1]];
  for (let at = 0; at < grid.length; at += 1) {
    const place = greatest === least ? 0 : Math.floor((BINS * (grid[at]! - least)) / (greatest - least));
    bins[Math.min(place, BINS - 1)]! += counts[at]!;
  }
  return bins;
}

/**
 * Jensen and Shannon's divergence of two distributions over the same places (Lin 1991), in bits: 0 where they are equal, 1 where they share no place.
 * @param first how often each place occurs; at least one does
 */
export function jensenShannon(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const [ofFirst, ofSecond] = [totalOf(first), totalOf(second)];
  let divergence = 0;
  for (let at = 0; at < first.length; at += 1) {
    const [p, q] = [first[at]! / ofFirst, second[at]! / ofSecond];
    if (p > 0) divergence += (p / 2) * log2((2 * p) / (p + q));
    if (q > 0) divergence += (q / 2) * log2((2 * q) / (p + q));
  }
  return Math.min(1, Math.max(0, divergence));
}

function totalOf(counts: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < counts.length; at += 1) total += counts[at]!;
  return total;
}
