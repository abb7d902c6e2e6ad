/** @file Blind judging: a person ranks the texts of several methods without knowing which method wrote which. */
import type { Interval } from './evaluation.ts';

/** The judge's answer to one question. */
export type Verdict =
  /** Places from 1, the best; equal places are ties. */
  | { readonly type: 'ranking'; readonly places: { readonly [subject: string]: number } }
  /** The judge would not say. */
  | { readonly type: 'skip' }
  /** Nobody was asked: fewer than two different answers. */
  | { readonly type: 'alike' };

/** One question that was judged, or settled without a judge. */
export interface Judgement {
  /** What it is about, unique within its judging: `1 599:6`. */
  readonly question: string;
  /** Tells apart what was shown: where the subjects or their answers changed, the question is another one. */
  readonly shown: string;
  /** The person that the question is about: intervals are over them. */
  readonly person: number;
  readonly verdict: Verdict;
}

/** A line of what is kept of a judging, in the order in which it happened. */
export type JudgingEntry =
  | ({ readonly type: 'judgement' } & Judgement)
  /** A judgement that was taken back. */
  | { readonly type: 'withdrawal'; readonly question: string }
  /** The results were looked at, so that later judgements may have been swayed. */
  | { readonly type: 'look' };

/** Results of one method. */
export interface JudgedSubject {
  readonly subject: string;
  /** Share of the rankings that it came first in; a tie of k counts 1/k. */
  readonly firstShare: Interval | null;
  /** Mean of its places, tied ones at the middle of the places that they take up. */
  readonly meanPlace: Interval | null;
  /** Rankings in which it was first, alone or tied. */
  readonly firsts: number;
}

/** How far a judging is. */
export interface JudgingCounts {
  /** Questions that all subjects have had their turn at. */
  readonly questions: number;
  readonly judged: number;
  readonly skipped: number;
  /** Settled without a judge: fewer than two different answers. */
  readonly alike: number;
  /** Of the judged ones, those judged after somebody had looked at the results. */
  readonly afterLook: number;
  /** Judgements of what is not shown any more: kept, and not counted. */
  readonly outdated: number;
}

export interface JudgingResults extends JudgingCounts {
  readonly name: string;
  readonly subjects: readonly JudgedSubject[];
}
