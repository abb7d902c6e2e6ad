/**
 * @file What baselines are fitted on: the interactions that are not held out, as compressed sparse rows by person and by item.
 */
import type { Dataset, ItemId, RatingScale, UserId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';

/** A sparse matrix by rows: row r has the entries `start[r]` to `start[r + 1] − 1`. */
export interface SparseRows {
  readonly start: Int32Array;
  readonly column: Int32Array;
  /** The rating of each entry; NaN where the source has none. */
  readonly rating: Float64Array;
}

/** The training interactions. Rows and columns are positions in `users` and `items`. */
export interface TrainingMatrix {
  readonly users: readonly UserId[];
  readonly items: readonly ItemId[];
  readonly userAt: (id: UserId) => number;
  readonly itemAt: (id: ItemId) => number;
  /** A person's items, oldest first; of equal times the smaller item id first. */
  readonly byUser: SparseRows;
  /** An item's people, ascending. */
  readonly byItem: SparseRows;
  readonly scale: RatingScale;
}

const positionsOf = (ids: readonly number[]): ((id: number) => number) => {
  const positions = new Map(ids.map((id, position) => [id, position]));
  return (id) => positions.get(id) ?? -1;
};

const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Sorts entries into rows, keeping their order within each row. */
function sparseRows(rows: Int32Array, columns: Int32Array, ratings: Float64Array, rowCount: number): SparseRows {
  const start = new Int32Array(rowCount + 1);
  for (const row of rows) start[row + 1]! += 1;
  for (let row = 0; row < rowCount; row += 1) start[row + 1]! += start[row]!;
  const next = start.slice();
  const column = new Int32Array(rows.length);
  const rating = new Float64Array(rows.length);
  rows.forEach((row, entry) => {
    const at = next[row]!;
    next[row] = at + 1;
    column[at] = columns[entry]!;
    rating[at] = ratings[entry]!;
  });
  return { start, column, rating };
}

/**
 * The training interactions of a dataset, to fit a model on.
 * @param heldOut positions of the interactions that must not be seen
 * @throws LabError `task-impossible` where none is left
 */
export function trainingMatrix(dataset: Dataset, heldOut: Iterable<number>): TrainingMatrix {
  const matrix = interactionMatrix(dataset, heldOut);
  if (matrix.users.length > 0) return matrix;
  const problem = `No interaction of ${dataset.manifest.name} is left to fit on`;
  throw new LabError('task-impossible', `${problem}; hold fewer of them out.`);
}

/** The same where there may be none: what only counts interactions needs no more. */
export function interactionMatrix(dataset: Dataset, heldOut: Iterable<number>): TrainingMatrix {
  const { user, item, rating, time } = dataset.interactions;
  const hidden = new Set(heldOut);
  const training = [...user.keys()].filter((position) => !hidden.has(position));
  training.sort((a, b) => time[a]! - time[b]! || item[a]! - item[b]!);
  const users = ascending(training.map((position) => user[position]!));
  const items = ascending(training.map((position) => item[position]!));
  const userAt = positionsOf(users);
  const itemAt = positionsOf(items);
  const rows = Int32Array.from(training, (position) => userAt(user[position]!));
  const columns = Int32Array.from(training, (position) => itemAt(item[position]!));
  const ratings = Float64Array.from(training, (position) => rating[position]!);
  const byUser = sparseRows(rows, columns, ratings, users.length);
  const owner = new Int32Array(byUser.column.length);
  for (let u = 0; u < users.length; u += 1) owner.fill(u, byUser.start[u], byUser.start[u + 1]);
  const byItem = sparseRows(byUser.column, owner, byUser.rating, items.length);
  return { users, items, userAt, itemAt, byUser, byItem, scale: dataset.manifest.scale };
}

export function columnsOf({ start, column }: SparseRows, row: number): Int32Array {
  return column.subarray(start[row], start[row + 1]);
}

export function lengthOf({ start }: SparseRows, row: number): number {
  return start[row + 1]! - start[row]!;
}
