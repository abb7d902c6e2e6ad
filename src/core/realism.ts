/** @file How simulated people compare with the people of a dataset, as it is told. docs/sessions.md says what each measure is. */
import type { Interval } from './evaluation.ts';

/** What is compared. */
export const REALISM_TITLES = {
  ratings: 'ratings, as a share of the scale',
  'mean-of-person': 'mean rating of a person, as a share of the scale',
  activity: 'ratings of a person, times the mean',
  popularity: 'popularity of what a person rated, as a share of items',
  'genre-entropy': 'genre entropy of a person’s first ten ratings, in bits',
} as const;

export type RealismName = keyof typeof REALISM_TITLES;

/** A measure of both sides. */
export interface MeasuredRealism {
  readonly name: RealismName;
  /** The means of the simulated people and of the dataset's. */
  readonly ours: number;
  readonly theirs: number;
  readonly wasserstein: Interval;
  readonly kolmogorovSmirnov: Interval;
  /** Over ten equal bins, in bits, 0 to 1. */
  readonly jensenShannon: Interval;
  /** The same between two halves of the dataset's people: what is as good as it gets. */
  readonly halves: { readonly wasserstein: number; readonly kolmogorovSmirnov: number; readonly jensenShannon: number };
}

/** A comparison with the people of a dataset. */
export interface Realism {
  readonly dataset: string;
  /** Whether the dataset's people are synthetic themselves. */
  readonly synthetic: boolean;
  /** People of the dataset that were drawn for it. */
  readonly people: number;
  readonly worlds: readonly {
    readonly recommender: string;
    readonly title: string;
    /** Simulated people who rated anything. */
    readonly people: number;
    readonly measures: readonly MeasuredRealism[];
  }[];
}
