/**
 * @file Whether it matters where the right item stands: the metrics of a row by its position among the candidates.
 */
import type { Interval, PositionResult, TaskRecord } from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import { bootstrap } from '../../metrics/bootstrap.ts';

/** Positions are taken together in at most this many parts. */
const PARTS = 5;
/** A rough picture needs fewer than a table. */
const RESAMPLES = 500;

/** A metric, and how its values become one. */
export interface Measure {
  readonly metric: string;
  readonly summarize: (measurements: readonly number[]) => number;
}

/** Values by person: an interval is over people. */
function peopleOf(records: readonly TaskRecord[], metric: string): number[][] {
  const people = new Map<number, number[]>();
  for (const { person, values } of records) {
    const value = values[metric];
    if (value !== undefined) people.set(person, [...(people.get(person) ?? []), value]);
  }
  return [...people.values()];
}

/**
 * The metrics of a part of a row's tasks with their intervals; those that nobody has are left out.
 * @param records in a fixed order
 * @param part which it is: its draws hang on it alone
 */
export function intervalsOf(
  records: readonly TaskRecord[],
  measures: readonly Measure[],
  part: string,
): Readonly<Record<string, Interval>> {
  const values: Record<string, Interval> = {};
  for (const { metric, summarize } of measures) {
    const people = peopleOf(records, metric);
    const random = createRandom(`draws of people ${part}`);
    if (people.length > 0) values[metric] = bootstrap(people, summarize, random, RESAMPLES);
  }
  return values;
}

/**
 * The metrics by position, in up to five parts of equal width; parts without a task are left out.
 * @param candidates how many a task has
 * @param records in a fixed order
 * @param pause called between intervals
 */
export async function positionsOf(
  candidates: number,
  records: readonly TaskRecord[],
  measures: readonly Measure[],
  pause: () => Promise<void>,
): Promise<PositionResult[]> {
  const placed = records.filter(({ position }) => position !== null);
  const width = Math.ceil(candidates / PARTS);
  const results: PositionResult[] = [];
  for (let from = 0; from < candidates; from += width) {
    const to = Math.min(from + width, candidates) - 1;
    const own = placed.filter(({ position }) => position !== null && position >= from && position <= to);
    if (own.length === 0) continue;
    const values = intervalsOf(own, measures, String(from));
    await pause();
    results.push({ from, to, tasks: own.length, values });
  }
  return results;
}
