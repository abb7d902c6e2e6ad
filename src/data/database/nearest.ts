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
  /** What an offer to each row must reach. */
  private readonly bars: Float64Array;
  /** `limit` places for each row, best first. */
  private readonly similarities: Float64Array;
  private readonly likes: Int32Array;
  private readonly shares: Int32Array;

  constructor(rows: number, limit: number) {
    this.limit = limit;
    this.counts = new Int32Array(rows);
    this.bars = new Float64Array(rows).fill(Number.MIN_VALUE);
    this.similarities = new Float64Array(rows * limit);
    this.likes = new Int32Array(rows * limit);
    this.shares = new Int32Array(rows * limit);
  }

  /** Offers two rows to each other. @param similarity NaN and what is not above 0 is left out */
  offer(a: number, b: number, similarity: number, shared: number): void {
    if (similarity >= (this.bars[a] as number)) this.insert(a, b, similarity, shared);
    if (similarity >= (this.bars[b] as number)) this.insert(b, a, similarity, shared);
  }

  /** All that was kept, by row and then best first. */
  all(): readonly Neighbour[] {
    const { limit, similarities, likes, shares } = this;
    return Array.from(this.counts).flatMap((count, of) =>
      Array.from({ length: count }, (_, index): Neighbour => {
        const at = of * limit + index;
        return { of, like: likes[at] ?? 0, similarity: similarities[at] ?? 0, shared: shares[at] ?? 0 };
      }),
    );
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
    if (at === first + limit) return;
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
    if (count + 1 >= limit) this.bars[of] = similarities[first + limit - 1] as number;
  }
}
