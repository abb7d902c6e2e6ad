/** @file How far apart two samples of numbers are. */

/** Two distances. */
export interface Distances {
  /** The area between the cumulative distributions, in the unit of the numbers (Vallender 1974, on the line): 0 and more. */
  readonly wasserstein: number;
  /** The largest gap between the cumulative distributions (Kolmogorov and Smirnov): 0 to 1. */
  readonly kolmogorovSmirnov: number;
}

/** The numbers that occur in any of the samples, ascending, each once. */
export const gridOf = (samples: readonly (readonly number[])[]): Float64Array =>
  Float64Array.from(new Set(samples.flat())).sort();

/** Both distances of two samples, each with at least one number. */
export function distancesOf(first: readonly number[], second: readonly number[]): Distances {
  const grid = gridOf([first, second]);
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
  return { wasserstein, kolmogorovSmirnov };
}

function totalOf(counts: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < counts.length; at += 1) total += counts[at]!;
  return total;
}
