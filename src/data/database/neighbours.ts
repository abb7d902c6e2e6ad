/**
 * @file The nearest items and people, from training ratings. Each pass adds up, for one row at a time, over all rows that
 * share a person (or an item) with it: Σ n² steps over the sizes n of the groups, in typed arrays.
 */
import type { Grouped, TrainingRows } from './training-rows.ts';

/** A directed pair of neighbours. Numbers are ranks in `itemIds` or `userIds`. */
export interface Neighbour {
  readonly of: number;
  readonly like: number;
  /** Above 0, at most 1. */
  readonly similarity: number;
  /** People (or items) that both have in common. */
  readonly shared: number;
}

/** Gives a thread back to others now and then; throws where the work was stopped. */
export type Breath = (done: number, of: number) => Promise<void>;

/** Shrinks what rests on few observations: n / (n + 10). */
const SHRINKAGE = 10;
const ROWS_A_BREATH = 64;

const bySimilarity = (a: Neighbour, b: Neighbour): number => b.similarity - a.similarity || a.like - b.like;

/** The best few of what comes in, best first, equals by rank. */
class Nearest {
  private readonly kept: Neighbour[] = [];
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  offer(neighbour: Neighbour): void {
    const worst = this.kept[this.limit - 1];
    if (worst && bySimilarity(neighbour, worst) >= 0) return;
    let at = this.kept.length;
    while (at > 0 && bySimilarity(neighbour, this.kept[at - 1] as Neighbour) < 0) at -= 1;
    this.kept.splice(at, 0, neighbour);
    if (this.kept.length > this.limit) this.kept.pop();
  }

  best(): readonly Neighbour[] {
    return this.kept;
  }
}

/** Per partner of the row at hand: how many are shared, and sums over those. `values` are centred ratings, 0 where there is none. */
interface Sums {
  readonly shared: Int32Array;
  readonly rated: Int32Array;
  readonly own: Float64Array;
  readonly other: Float64Array;
  readonly ownSquares: Float64Array;
  readonly otherSquares: Float64Array;
  readonly products: Float64Array;
}

function emptySums(length: number): Sums {
  return {
    shared: new Int32Array(length),
    rated: new Int32Array(length),
    own: new Float64Array(length),
    other: new Float64Array(length),
    ownSquares: new Float64Array(length),
    otherSquares: new Float64Array(length),
    products: new Float64Array(length),
  };
}

/** Ratings less the mean of their person; NaN where there is none. */
function centredByUser({ rating, byUser: { starts } }: TrainingRows): Float64Array {
  const centred = new Float64Array(rating.length);
  for (let user = 0; user + 1 < starts.length; user += 1) {
    const from = starts[user] ?? 0;
    const to = starts[user + 1] ?? 0;
    let rated = 0;
    let sum = 0;
    for (let row = from; row < to; row += 1) {
      const value = rating[row] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      rated += 1;
      sum += value;
    }
    for (let row = from; row < to; row += 1) centred[row] = (rating[row] ?? Number.NaN) - sum / rated;
  }
  return centred;
}

/**
 * Visits each entity with the sums over what it shares with each partner.
 * @param mine rows of each entity
 * @param through for the row at hand, the group of rows that meet it (of its person, or of its item)
 */
async function visitPairs(
  mine: Grouped,
  through: { readonly keys: Int32Array; readonly groups: Grouped },
  partnerOf: Int32Array,
  values: Float64Array,
  visit: (entity: number, partners: Int32Array, sums: Sums) => void,
  breath: Breath,
): Promise<void> {
  const entities = mine.starts.length - 1;
  const sums = emptySums(entities);
  const { shared, rated, own, other, ownSquares, otherSquares, products } = sums;
  const touched = new Int32Array(entities);
  for (let entity = 0; entity < entities; entity += 1) {
    if (entity % ROWS_A_BREATH === 0) await breath(entity, entities);
    let partners = 0;
    for (let at = mine.starts[entity] as number; at < (mine.starts[entity + 1] as number); at += 1) {
      const row = mine.entries[at] as number;
      const a = values[row] as number;
      const key = through.keys[row] as number;
      const end = through.groups.starts[key + 1] as number;
      for (let next = through.groups.starts[key] as number; next < end; next += 1) {
        const otherRow = through.groups.entries[next] as number;
        const partner = partnerOf[otherRow] as number;
        if (partner === entity) continue;
        if (shared[partner] === 0) {
          touched[partners] = partner;
          partners += 1;
          rated[partner] = 0;
          own[partner] = other[partner] = ownSquares[partner] = otherSquares[partner] = products[partner] = 0;
        }
        shared[partner] = (shared[partner] as number) + 1;
        const b = values[otherRow] as number;
        if (a !== a || b !== b) continue;
        rated[partner] = (rated[partner] as number) + 1;
        own[partner] = (own[partner] as number) + a;
        other[partner] = (other[partner] as number) + b;
        ownSquares[partner] = (ownSquares[partner] as number) + a * a;
        otherSquares[partner] = (otherSquares[partner] as number) + b * b;
        products[partner] = (products[partner] as number) + a * b;
      }
    }
    const met = touched.subarray(0, partners);
    visit(entity, met, sums);
    for (const partner of met) shared[partner] = 0;
  }
}

const shrunk = (similarity: number, n: number): number => (Math.min(similarity, 1) * n) / (n + SHRINKAGE);

/**
 * Similar items by adjusted cosine over the people who rated both (Sarwar et al. 2001, section 3.1.3) times n / (n + 10),
 * and items rated by the same people by the cosine of who rated them, n / √(nᵢ nⱼ).
 */
export async function itemNeighbours(
  rows: TrainingRows,
  limits: { readonly similar: number; readonly coRated: number },
  breath: Breath,
): Promise<{ readonly similar: readonly Neighbour[]; readonly coRated: readonly Neighbour[] }> {
  const similar: Neighbour[] = [];
  const coRated: Neighbour[] = [];
  const sizeOf = (item: number) => (rows.byItem.starts[item + 1] ?? 0) - (rows.byItem.starts[item] ?? 0);
  const visit = (item: number, partners: Int32Array, sums: Sums): void => {
    const nearest = new Nearest(limits.similar);
    const together = new Nearest(limits.coRated);
    for (const like of partners) {
      const shared = sums.shared[like] ?? 0;
      together.offer({ of: item, like, similarity: shared / Math.sqrt(sizeOf(item) * sizeOf(like)), shared });
      const rated = sums.rated[like] ?? 0;
      const length = Math.sqrt((sums.ownSquares[like] ?? 0) * (sums.otherSquares[like] ?? 0));
      const similarity = shrunk((sums.products[like] ?? 0) / length, rated);
      if (similarity > 0) nearest.offer({ of: item, like, similarity, shared: rated });
    }
    similar.push(...nearest.best());
    coRated.push(...together.best());
  };
  const through = { keys: rows.user, groups: rows.byUser };
  await visitPairs(rows.byItem, through, rows.item, centredByUser(rows), visit, breath);
  return { similar, coRated };
}

/**
 * Similar people by Pearson's correlation over the items that both rated (Resnick et al. 1994) times n / (n + 10).
 * A correlation needs two shared items and ratings that differ.
 */
export async function userNeighbours(rows: TrainingRows, limit: number, breath: Breath): Promise<readonly Neighbour[]> {
  const similar: Neighbour[] = [];
  const visit = (user: number, partners: Int32Array, sums: Sums): void => {
    const nearest = new Nearest(limit);
    for (const like of partners) {
      const n = sums.rated[like] ?? 0;
      if (n < 2) continue;
      const own = sums.own[like] ?? 0;
      const other = sums.other[like] ?? 0;
      const ownSpread = (sums.ownSquares[like] ?? 0) - (own * own) / n;
      const otherSpread = (sums.otherSquares[like] ?? 0) - (other * other) / n;
      // What is left of equal ratings after rounding must not pass for a spread.
      if (ownSpread < 1e-9 || otherSpread < 1e-9) continue;
      const covariance = (sums.products[like] ?? 0) - (own * other) / n;
      const similarity = shrunk(covariance / Math.sqrt(ownSpread * otherSpread), n);
      if (similarity > 0) nearest.offer({ of: user, like, similarity, shared: n });
    }
    similar.push(...nearest.best());
  };
  const through = { keys: rows.item, groups: rows.byItem };
  await visitPairs(rows.byUser, through, rows.user, centredByUser(rows), visit, breath);
  return similar;
}
