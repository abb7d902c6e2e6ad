/**
 * @file Percentile bootstrap intervals (Efron and Tibshirani 1993, section 13.3) over people: what would the value be for
 * other people of the same kind? All measurements of a person are drawn together, so seeds of one person are no new people.
 */
import type { Interval } from '../core/evaluation.ts';
import type { Random } from '../core/random.ts';

/** How often people are drawn anew where nothing else is said. */
export const RESAMPLES = 2000;

type Summary = (measurements: readonly number[]) => number;
/** The measurements of one person, one a seed or task. */
export type Measurements = readonly number[];

/**
 * The interval of a summary such as RMSE.
 * @param people at least one, each with at least one measurement
 */
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
