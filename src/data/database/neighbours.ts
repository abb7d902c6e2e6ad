/** @file The nearest items and people, from training ratings. */
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
import { groupStatistics, type TrainingRows } from './training-rows.ts';

/** A directed pair of neighbours. Numbers are ranks in `itemIds` or `userIds`. */
export interface Neighbour {
  readonly of: number;
  readonly like: number;
  /** Above 0, at most 1. */
  readonly similarity: number;
  readonly shared: number;
}

/** Keeps the best few neighbours of each row; equals by rank. In typed arrays, since offers come by the million. */
export class Nearest {
  private readonly limit: number;
  private readonly counts: Int32Array;
  /** The similarity of the last neighbour of each full row, and which that is: what an offer must beat. */
  private readonly bars: Float64Array;
  private readonly lasts: Int32Array;
  /** `limit` places for each row, best first. */
  private readonly similarities: Float64Array;
  private readonly likes: Int32Array;
  private readonly shares: Int32Array;

  constructor(rows: number, limit: number) {
    this.limit = limit;
    this.counts = new Int32Array(rows);
    this.bars = new Float64Array(rows);
    this.lasts = new Int32Array(rows);
    this.similarities = new Float64Array(rows * limit);
    this.likes = new Int32Array(rows * limit);
    this.shares = new Int32Array(rows * limit);
  }

  /** Offers two rows to each other. @param similarity NaN and what is not above 0 is left out */
  offer(a: number, b: number, similarity: number, shared: number): void {
    if (this.wants(a, b, similarity)) this.insert(a, b, similarity, shared);
    if (this.wants(b, a, similarity)) this.insert(b, a, similarity, shared);
  }

  *all(): Generator<Neighbour> {
    const { limit, counts, similarities, likes, shares } = this;
    for (let of = 0; of < counts.length; of += 1) {
      const places = Array.from({ length: counts[of] ?? 0 }, (_, index) => of * limit + index);
      places.sort((a, b) => (likes[a] ?? 0) - (likes[b] ?? 0));
      for (const at of places) {
        yield { of, like: likes[at] ?? 0, similarity: similarities[at] ?? 0, shared: shares[at] ?? 0 };
      }
    }
  }

  private wants(of: number, like: number, similarity: number): boolean {
    const bar = this.bars[of] as number;
    return similarity > bar || (similarity === bar && like < (this.lasts[of] as number));
  }

  private insert(of: number, like: number, similarity: number, shared: number): void {
    const { limit, similarities, likes, shares } = this;
    const first = of * limit;
    const count = this.counts[of] as number;
    let at = first + count;
    for (; at > first; at -= 1) {
      const before = similarities[at - 1] as number;
      if (before > similarity || (before === similarity && (likes[at - 1] as number) < like)) break;
    }
    const last = count === limit ? first + limit - 1 : first + count;
    for (let place = last; place > at; place -= 1) {
      similarities[place] = similarities[place - 1] as number;
      likes[place] = likes[place - 1] as number;
      shares[place] = shares[place - 1] as number;
    }
    similarities[at] = similarity;
    likes[at] = like;
    shares[at] = shared;
    if (count < limit) this.counts[of] = count + 1;
    if (count + 1 < limit) return;
    this.bars[of] = similarities[first + limit - 1] as number;
    this.lasts[of] = likes[first + limit - 1] as number;
  }
}

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
