/** @file The seam between simulated people and what says their ratings: a language model, rules or a surrogate. */
import type { Random } from './random.ts';

/** What a rater reads of a person. Lists of liked genres are not part of it. */
export interface RatedPerson {
  readonly name: string;
  readonly age: number | null;
  readonly gender: string | null;
  readonly description: string;
  readonly job: string | null;
  readonly hobby: string | null;
}

export interface RatedItem {
  readonly id: string;
  readonly kind: 'film' | 'book';
  readonly title: string;
  readonly overview: string;
  readonly genres: readonly string[];
  readonly people: readonly string[];
  readonly directors: readonly string[];
  /** What people rate it on average: 0–10 for a film, 0–5 for a book; null where nobody knows. */
  readonly averageRating: number | null;
  readonly year: number | null;
}

export interface PastRating {
  readonly item: RatedItem;
  readonly rating: number;
  /** Larger is later. */
  readonly time: number;
}

export interface RaterScale {
  readonly min: number;
  readonly max: number;
}

export interface RatingRequest {
  readonly person: RatedPerson;
  readonly item: RatedItem;
  readonly history: readonly PastRating[];
  readonly timesBefore: number;
  readonly scale: RaterScale;
}

/** An answer. A rating that could not be had is null, never a number that stands for nothing. */
export type RaterReply =
  | {
      readonly rating: number;
      readonly expected: number;
      /** The probability, as the rater sees it, of the rating that it gave: 0–1; null where it does not tell. */
      readonly confidence: number | null;
      readonly reason: string;
    }
  | { readonly rating: null; readonly reason: string };

export interface Rater {
  readonly id: string;
  readonly title: string;
  /** @throws LabError `aborted`, or what a model throws; a reply that cannot be read is not thrown but told */
  rate(
    request: RatingRequest,
    options: { readonly random: Random; readonly signal: AbortSignal },
  ): RaterReply | Promise<RaterReply>;
}
