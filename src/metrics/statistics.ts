/** @file Bootstrap intervals, the paired permutation test and Holm's correction. */
import type { Interval } from '../core/evaluation.ts';
import type { Random } from '../core/random.ts';

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Default number of bootstrap samples. */
export const RESAMPLES = 2000;

type Summary = (measurements: readonly number[]) => number;
/** The measurements of one person, one a seed or task. */
export type Measurements = readonly number[];

/** The interval of a summary such as RMSE. @param people at least one, each with at least one measurement */
export function bootstrap(
  people: readonly Measurements[],
  summarize: Summary,
  random: Random,
  resamples = RESAMPLES,
): Interval {
  const measured = measurementsOf(people);
  return intervalOf(people.length, (drawn) => summarize(measured(drawn)), random, resamples);
}

/**
 * The interval of a difference `summary(a) − summary(b)`, the same people drawn for both.
 * @param a by person, in the same order as `b`
 */
export function pairedBootstrap(
  a: readonly Measurements[],
  b: readonly Measurements[],
  summarize: Summary,
  random: Random,
  resamples = RESAMPLES,
): Interval {
  const [ofA, ofB] = [measurementsOf(a), measurementsOf(b)];
  return intervalOf(a.length, (drawn) => summarize(ofA(drawn)) - summarize(ofB(drawn)), random, resamples);
}

/** All measurements of the people who were drawn, in a list that the next drawing overwrites. */
function measurementsOf(people: readonly Measurements[]): (drawn: readonly number[]) => readonly number[] {
  const all: number[] = [];
  return (drawn) => {
    let length = 0;
    for (let at = 0; at < drawn.length; at += 1) {
      const own = people[drawn[at] as number] as Measurements;
      for (let one = 0; one < own.length; one += 1) all[length++] = own[one] as number;
    }
    all.length = length;
    return all;
  };
}

function intervalOf(
  people: number,
  statistic: (drawn: readonly number[]) => number,
  random: Random,
  resamples: number,
): Interval {
  const everybody = Array.from({ length: people }, (_, person) => person);
  const drawn = [...everybody];
  const values = Float64Array.from({ length: resamples }, () => {
    for (let at = 0; at < people; at += 1) drawn[at] = random.integer(people);
    return statistic(drawn);
  }).sort();
  return { value: statistic(everybody), low: quantile(values, 0.025), high: quantile(values, 0.975) };
}

/** Linear between the order statistics (Hyndman and Fan 1996, type 7). */
export function quantile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** Sums in another order differ in their last bits. */
const ROUNDING = 1e-9;

/**
 * The p-value of no difference `summary(a) − summary(b)`, two-sided: the share of random exchanges with a difference as large as the
 * one that was measured, which counts as one of them, so that it is never 0 (Phipson and Smyth 2010). All measurements of a person are
 * exchanged together.
 * @param a by person, in the same order as `b` and with as many measurements of each
 * @returns above 0, at most 1; from the same random numbers always the same
 */
export function permutationTest(
  a: readonly Measurements[],
  b: readonly Measurements[],
  summarize: (measurements: readonly number[]) => number,
  random: Random,
  exchanges = RESAMPLES,
): number {
  const differing = a.map((own, person) => own.some((value, at) => value !== b[person]?.[at]));
  const [left, right] = [a.flat(), b.flat()];
  const measured = Math.abs(summarize(left) - summarize(right));
  const least = measured - ROUNDING * Math.max(1, measured);
  let asLarge = 1;
  for (let exchange = 0; exchange < exchanges; exchange += 1) {
    let at = 0;
    for (let person = 0; person < a.length; person += 1) {
      const [own, other] = [a[person] as Measurements, b[person] as Measurements];
      // Whoever measures alike is not drawn for: nothing would change.
      const isExchanged = differing[person] === true && random.integer(2) === 1;
      for (let one = 0; one < own.length; one += 1, at += 1) {
        left[at] = (isExchanged ? other[one] : own[one]) as number;
        right[at] = (isExchanged ? own[one] : other[one]) as number;
      }
    }
    if (Math.abs(summarize(left) - summarize(right)) >= least) asLarge += 1;
  }
  return asLarge / (exchanges + 1);
}

/**
 * p-values adjusted by Holm's step-down, so that the chance of any wrong finding among them is at most the level that they are held to,
 * whatever they depend on: the smallest of m times m, the next times m − 1, and so on, none below the one before, at most 1.
 * @param values from 0 to 1
 * @returns in the same order
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] as number) - (values[b] as number));
  const adjusted = Array<number>(values.length).fill(1);
  let last = 0;
  order.forEach((at, rank) => {
    last = Math.min(1, Math.max(last, (values.length - rank) * (values[at] as number)));
    adjusted[at] = last;
  });
  return adjusted;
}
