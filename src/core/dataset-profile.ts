/** @file What a dataset looks like from afar. */

/** How many interactions people or items have. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly mean: number;
  readonly max: number;
}

/** What a dataset looks like from afar; of a dataset without interactions all is empty or null. */
export interface DatasetProfile {
  /** How many interactions have each rating, lowest rating first. */
  readonly ratings: readonly { readonly rating: number; readonly count: number }[];
  /** Of the people and of the items that have any. */
  readonly perPerson: Spread | null;
  readonly perItem: Spread | null;
  /**
   * The long tail: which share of all interactions (0 to 1) the most popular share of the items (0 to 1) has, in even steps of items
   * from 0 to 1.
   */
  readonly longTail: readonly { readonly items: number; readonly interactions: number }[];
  /** The share (0 to 1) of interactions whose person has another one at the same time: what is last among them is drawn by lot. */
  readonly equalTimes: number;
  /** Interactions by day, month or year (UTC), without gaps; null where the source has no times. */
  readonly activity: {
    readonly unit: 'day' | 'month' | 'year';
    /** `2014`, `2014-07`, `2014-07-31`. */
    readonly periods: readonly { readonly name: string; readonly count: number }[];
  } | null;
}
