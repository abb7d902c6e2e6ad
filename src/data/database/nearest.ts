/**
 * @file The nearest few of many.
 */

/** A directed pair of neighbours. Numbers are ranks in `itemIds` or `userIds`. */
export interface Neighbour {
  readonly of: number;
  readonly like: number;
  /** Above 0, at most 1. */
  readonly similarity: number;
  /** People (or items) that both have in common. */
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

  /** All that was kept, by row and then by neighbour. */
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
