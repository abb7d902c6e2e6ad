/**
 * @file Blind judging: somebody sees what several hidden subjects (methods, raters) made of the same question, and says what
 * is better, or how good each is, without knowing whose is whose. Judges are people; a model that judges writes the same.
 */
import type { Interval } from './evaluation.ts';

/** What a judge said, by subject. */
export type Verdict =
  /** Places from 1, the best; equal places are ties. */
  | { readonly type: 'ranking'; readonly places: { readonly [subject: string]: number } }
  /** Marks, such as 1 to 5, more for better. */
  | { readonly type: 'rating'; readonly ratings: { readonly [subject: string]: number } }
  /** The judge would not say. */
  | { readonly type: 'skip' }
  /** Nobody was asked: fewer than two different answers. */
  | { readonly type: 'alike' };

/** Who judges where no name was given. */
export const SOMEBODY = 'person';

/** Of a judge's name, in characters. */
export const LONGEST_JUDGE = 60;

/** One question that was judged, or settled without a judge. */
export interface Judgement {
  /** What it is about, unique within its judging: `1 599:6`. */
  readonly question: string;
  /** Tells apart what was shown: where the subjects or their answers changed, the question is another one. */
  readonly shown: string;
  /** The person that the question is about: intervals are over them. */
  readonly person: number;
  /** Who judged: a name or a letter of one's own, `person` where none was given, or a model's name. */
  readonly judge: string;
  readonly verdict: Verdict;
}

/** A line of what is kept of a judging, in the order in which it happened. */
export type JudgingEntry =
  /** `seen` where it comes from a file that says that the results had been seen before it. */
  | ({ readonly type: 'judgement'; readonly seen?: true } & Judgement)
  /** A judgement that was taken back; of `person` where no judge is named. */
  | { readonly type: 'withdrawal'; readonly question: string; readonly judge?: string }
  /** The results were looked at, so that later judgements may have been swayed. */
  | { readonly type: 'look' };

/** What a subject comes to. */
export interface JudgedSubject {
  readonly subject: string;
  /** Share of the rankings that it came first in; a tie of k counts 1/k. */
  readonly firstShare: Interval | null;
  /** Mean of its places, tied ones at the middle of the places that they take up. */
  readonly meanPlace: Interval | null;
  /** Rankings in which it was first, alone or tied. */
  readonly firsts: number;
}

/** What one of several judges said, apart from the others. */
export interface JudgeResults {
  readonly judge: string;
  readonly judged: number;
  readonly subjects: readonly JudgedSubject[];
}

/** How far several judges agree on the questions that two or more of them ranked. */
export interface JudgeAgreement {
  readonly questions: number;
  /** Of the pairs of subjects that two judges put in an order, ties included, the share that both put in the same. */
  readonly sameOrder: number;
  /** Krippendorff's alpha of the places, as numbers: 1 for full agreement, 0 for none beyond chance; null where all places are one. */
  readonly alpha: number | null;
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

/** What a judging comes to, over all judges. */
export interface JudgingResults extends JudgingCounts {
  readonly name: string;
  /** By name; one where there is one judge. */
  readonly judges: readonly JudgeResults[];
  /** The mean over the judges of their shares of first places, each judge counting as one, by subject; null of those that a judge did not rank. */
  readonly meanFirstShares: { readonly [subject: string]: number | null };
  /** Null where no question was ranked by two. */
  readonly agreement: JudgeAgreement | null;
  readonly subjects: readonly JudgedSubject[];
}
