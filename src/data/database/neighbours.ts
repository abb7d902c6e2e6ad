/**
 * @file The nearest items and people, from training ratings.
 */
import { Nearest, type Neighbour } from './nearest.ts';
import {
  type Breath,
  OTHER,
  OTHER_SQUARES,
  OWN,
  OWN_SQUARES,
  PRODUCTS,
  RATED,
  SHARED,
  SUMS,
  visitPairs,
} from './pairs.ts';
import { groupStatistics } from './statistics.ts';
import type { TrainingRows } from './training-rows.ts';

/** Shrinks what rests on few observations: n / (n + 10). */
const SHRINKAGE = 10;

// Rounding may carry a cosine just past 1.
const shrunk = (similarity: number, n: number): number => (Math.min(similarity, 1) * n) / (n + SHRINKAGE);

/** Ratings less the mean of their person; NaN where there is none. */
function centredByUser({ rating, user, byUser }: TrainingRows): Float64Array {
  const means = groupStatistics(byUser, rating).map(({ mean }) => mean ?? Number.NaN);
  return rating.map((value, row) => value - (means[user[row] as number] as number));
}

/**
 * Similar items by adjusted cosine over the people who rated both (Sarwar et al. 2001, section 3.1.3) times n / (n + 10),
 * and items rated by the same people by the cosine of who rated them, n / √(nᵢ nⱼ).
 */
export async function itemNeighbours(
  rows: TrainingRows,
  limits: { readonly similar: number; readonly coRated: number },
  breath: Breath,
): Promise<{ readonly similar: Iterable<Neighbour>; readonly coRated: Iterable<Neighbour> }> {
  const items = rows.itemIds.length;
  const alike = new Nearest(items, limits.similar);
  const together = new Nearest(items, limits.coRated);
  const { starts } = rows.byItem;
  const sizes = Float64Array.from(
    { length: starts.length - 1 },
    (_, item) => (starts[item + 1] ?? 0) - (starts[item] ?? 0),
  );
  const visit = (item: number, partners: Int32Array, sums: Float64Array): void => {
    const size = sizes[item] as number;
    for (let index = 0; index < partners.length; index += 1) {
      const like = partners[index] as number;
      const base = SUMS * like;
      const shared = sums[base + SHARED] as number;
      together.offer(item, like, shared / Math.sqrt(size * (sizes[like] as number)), shared);
      const products = sums[base + PRODUCTS] as number;
      if (products <= 0) continue;
      const length = Math.sqrt((sums[base + OWN_SQUARES] as number) * (sums[base + OTHER_SQUARES] as number));
      const rated = sums[base + RATED] as number;
      alike.offer(item, like, shrunk(products / length, rated), rated);
    }
  };
  const matrix = { byRow: rows.byItem, byColumn: rows.byUser, rowOf: rows.item, columnOf: rows.user };
  await visitPairs({ ...matrix, values: centredByUser(rows) }, visit, breath);
  return { similar: alike.all(), coRated: together.all() };
}

/** What rounding leaves of a spread of zero. */
const NO_SPREAD = 1e-9;

/**
 * Similar people by Pearson's correlation over the items that both rated (Resnick et al. 1994) times n / (n + 10).
 * A correlation needs two shared items and ratings that differ.
 */
export async function userNeighbours(rows: TrainingRows, limit: number, breath: Breath): Promise<Iterable<Neighbour>> {
  const alike = new Nearest(rows.userIds.length, limit);
  const visit = (user: number, partners: Int32Array, sums: Float64Array): void => {
    for (const like of partners) {
      const base = SUMS * like;
      const n = sums[base + RATED] as number;
      const own = sums[base + OWN] as number;
      const other = sums[base + OTHER] as number;
      const ownSpread = (sums[base + OWN_SQUARES] as number) - (own * own) / n;
      const otherSpread = (sums[base + OTHER_SQUARES] as number) - (other * other) / n;
      if (n < 2 || ownSpread < NO_SPREAD || otherSpread < NO_SPREAD) continue;
      const covariance = (sums[base + PRODUCTS] as number) - (own * other) / n;
      alike.offer(user, like, shrunk(covariance / Math.sqrt(ownSpread * otherSpread), n), n);
    }
  };
  const matrix = { byRow: rows.byUser, byColumn: rows.byItem, rowOf: rows.user, columnOf: rows.item };
  await visitPairs({ ...matrix, values: centredByUser(rows) }, visit, breath);
  return alike.all();
}
