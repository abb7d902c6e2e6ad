/**
 * @file For whom and for what a row does well: its metrics by how much people rated and by how popular the item is, in training. Parts have about
 * as many tasks each; tasks of equal counts are never parted, so that the parts of all rows are the same.
 */
import { SLICED_BY, type SliceResult, type TaskRecord } from '../../core/evaluation.ts';
import { intervalsOf, type Measure } from './positions.ts';

const PARTS = 4;

/** The bounds of up to four parts with about as many values each, both included; equal values stand in one part. */
export function equalParts(values: readonly number[], parts = PARTS): (readonly [number, number])[] {
  const sorted = values.toSorted((a, b) => a - b);
  const bounds: (readonly [number, number])[] = [];
  let start = 0;
  for (let part = 0; part < parts && start < sorted.length; part += 1) {
    let end = Math.max(start + 1, Math.round(((part + 1) * sorted.length) / parts));
    while (end < sorted.length && sorted[end] === sorted[end - 1]) end += 1;
    bounds.push([sorted[start] ?? 0, sorted[end - 1] ?? 0]);
    start = end;
  }
  return bounds;
}

/**
 * The metrics by part, failures counted as misses; none of a row without such facts, as records of earlier versions.
 * @param records in a fixed order
 * @param pause called between intervals
 */
export async function slicesOf(
  records: readonly TaskRecord[],
  measures: readonly Measure[],
  pause: () => Promise<void>,
): Promise<SliceResult[]> {
  const results: SliceResult[] = [];
  for (const by of SLICED_BY) {
    const factOf = ({ facts }: TaskRecord): number | null => facts?.[by] ?? null;
    const known = records.flatMap((record) => factOf(record) ?? []);
    for (const [from, to] of equalParts(known)) {
      const own = records.filter((record) => isWithin(factOf(record), from, to));
      results.push({ by, from, to, tasks: own.length, values: intervalsOf(own, measures, `${by} ${String(from)}`) });
      await pause();
    }
  }
  return results;
}

const isWithin = (fact: number | null, from: number, to: number): boolean =>
  fact !== null && fact >= from && fact <= to;
