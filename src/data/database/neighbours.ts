/** @file The nearest items and people, from training ratings: sums over what two of them share, and the best few of each. */
import { groupStatistics, type TrainingRows, type Grouped } from './training-rows.ts';

/** Gives the thread back to others now and then; throws where the work was stopped. */
export type Breath = (done: number, of: number) => Promise<void>;

/** Where the sums of one partner stand, counted from `SUMS * partner`. They fill one cache line. */
const SUMS = 8;
const SHARED = 0;
/** Columns in which both have a value; the sums are over those. */
const RATED = 1;
const OWN = 2;
const OTHER = 3;
const OWN_SQUARES = 4;
const OTHER_SQUARES = 5;
const PRODUCTS = 6;

interface Matrix {
  readonly byRow: Grouped;
  readonly byColumn: Grouped;
  readonly rowOf: Int32Array;
  readonly columnOf: Int32Array;
  /** Value of each cell, NaN for none. */
  readonly values: Float64Array;
}

const ROWS_A_BREATH = 32;

interface Cells {
  readonly partner: Int32Array;
  readonly value: Float64Array;
}

interface Met {
  readonly sums: Float64Array;
  readonly partners: Int32Array;
  count: number;
}

/** Adds one column in which the row has the value `a`. Plain loops over locals: this runs for every pair there is. */
function addColumn({ partner, value }: Cells, from: number, to: number, a: number, met: Met): void {
  const { sums, partners } = met;
  let count = met.count;
  for (let cell = from; cell < to; cell += 1) {
    const base = SUMS * (partner[cell] as number);
    const shared = sums[base] as number;
    if (shared === 0) {
      partners[count] = partner[cell] as number;
      count += 1;
    }
    sums[base] = shared + 1;
    const b = value[cell] as number;
    // NaN is the one number that is not itself.
    if (a !== a || b !== b) continue;
    sums[base + RATED] = (sums[base + RATED] as number) + 1;
    sums[base + OWN] = (sums[base + OWN] as number) + a;
    sums[base + OTHER] = (sums[base + OTHER] as number) + b;
    sums[base + OWN_SQUARES] = (sums[base + OWN_SQUARES] as number) + a * a;
    sums[base + OTHER_SQUARES] = (sums[base + OTHER_SQUARES] as number) + b * b;
    sums[base + PRODUCTS] = (sums[base + PRODUCTS] as number) + a * b;
  }
  met.count = count;
}

function forget(met: Met): void {
  const { sums, partners, count } = met;
  for (let index = 0; index < count; index += 1) {
    const base = SUMS * (partners[index] as number);
    // `fill` takes ten times as long for so few.
    for (let sum = base; sum < base + SUMS; sum += 1) sums[sum] = 0;
  }
  met.count = 0;
}

/** Visits each row with the later rows that it shares a column with: every pair once. The sums hold until the visit ends. */
async function visitPairs(
  { byRow, byColumn, rowOf, columnOf, values }: Matrix,
  visit: (row: number, partners: Int32Array, sums: Float64Array) => void,
  breath: Breath,
): Promise<void> {
  const rows = byRow.starts.length - 1;
  const met: Met = { sums: new Float64Array(SUMS * rows), partners: new Int32Array(rows), count: 0 };
  const cells: Cells = {
    partner: byColumn.entries.map((cell) => rowOf[cell] as number),
    value: Float64Array.from(byColumn.entries, (cell) => values[cell] as number),
  };
  const place = new Int32Array(byColumn.entries.length);
  byColumn.entries.forEach((cell, at) => (place[cell] = at));
  for (let row = 0; row < rows; row += 1) {
    if (row % ROWS_A_BREATH === 0) await breath(row, rows);
    for (let at = byRow.starts[row] as number; at < (byRow.starts[row + 1] as number); at += 1) {
      const cell = byRow.entries[at] as number;
      const end = byColumn.starts[(columnOf[cell] as number) + 1] as number;
      addColumn(cells, (place[cell] as number) + 1, end, values[cell] as number, met);
    }
    visit(row, met.partners.subarray(0, met.count), met.sums);
    forget(met);
  }
}

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
