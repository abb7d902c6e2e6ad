/** @file The training interactions of a dataset, grouped by person and by item: what derived tables are computed from. */
import type { Dataset } from '../../core/dataset.ts';

/** Sets of rows: those of group `g` are `entries[starts[g]]` to `entries[starts[g + 1] - 1]`. */
export interface Grouped {
  readonly starts: Int32Array;
  readonly entries: Int32Array;
}

/** Interactions that are not held out, ordered by person and then item. Columns are of one length. */
export interface TrainingRows {
  readonly position: Int32Array;
  /** Positions in the ascending `userIds` and `itemIds`. */
  readonly user: Int32Array;
  readonly item: Int32Array;
  /** NaN where there is none. */
  readonly rating: Float64Array;
  readonly byUser: Grouped;
  readonly byItem: Grouped;
  /** Ascending. */
  readonly userIds: Int32Array;
  readonly itemIds: Int32Array;
}

function group(keys: Int32Array, groups: number): Grouped {
  const starts = new Int32Array(groups + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let index = 0; index < groups; index += 1) starts[index + 1] = (starts[index + 1] ?? 0) + (starts[index] ?? 0);
  const next = starts.slice();
  const entries = new Int32Array(keys.length);
  keys.forEach((key, row) => {
    const at = next[key] ?? 0;
    entries[at] = row;
    next[key] = at + 1;
  });
  return { starts, entries };
}

function ranks(values: Int32Array, ids: Int32Array): Int32Array {
  const rankOf = new Map(Array.from(ids, (id, rank) => [id, rank]));
  return values.map((value) => rankOf.get(value) ?? 0);
}

export function trainingRows(dataset: Dataset, heldOut: ReadonlySet<number>): TrainingRows {
  const { interactions } = dataset;
  const userIds = Int32Array.from(dataset.users, (user) => user.id).sort();
  const itemIds = Int32Array.from(dataset.items, (item) => item.id).sort();
  const userRanks = ranks(interactions.user, userIds);
  const itemRanks = ranks(interactions.item, itemIds);
  const positions = [...userRanks.keys()].filter((position) => !heldOut.has(position));
  // Two stable counting sorts: by item, then by person.
  const byItemFirst = group(
    Int32Array.from(positions, (at) => itemRanks[at] ?? 0),
    itemIds.length,
  ).entries;
  const byUserNext = group(
    byItemFirst.map((row) => userRanks[positions[row] ?? 0] ?? 0),
    userIds.length,
  ).entries;
  const position = byUserNext.map((row) => positions[byItemFirst[row] ?? 0] ?? 0);
  const user = position.map((at) => userRanks[at] ?? 0);
  const item = position.map((at) => itemRanks[at] ?? 0);
  return {
    ...{ position, user, item },
    rating: Float64Array.from(position, (at) => interactions.rating[at] ?? Number.NaN),
    ...{ byUser: group(user, userIds.length), byItem: group(item, itemIds.length), userIds, itemIds },
  };
}

/** How many each group has, and their mean, null where nothing was rated. */
export function groupStatistics(
  { starts, entries }: Grouped,
  rating: Float64Array,
): { readonly ratings: number; readonly mean: number | null }[] {
  return Array.from({ length: starts.length - 1 }, (_, index) => {
    let [rated, sum] = [0, 0];
    const [from = 0, to = 0] = starts.subarray(index, index + 2);
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
