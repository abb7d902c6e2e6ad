/**
 * @file What the reasoner learnt from training data, as plain JSON, so that a host can keep it. It holds moments of
 * evidence, never a rating of anyone.
 */
import type { SymmetricMatrix } from './linear-algebra.ts';

/** The people and items that a slip may take for the right one: drawn from training interactions. */
export interface SlipTargets {
  readonly users: readonly number[];
  readonly items: readonly { readonly id: number; readonly title: string }[];
}

/** How one piece of evidence about a rating is put on a scale: x = n/(n+d)·(v − centre) − mean. */
export interface RatingEvidence {
  /** The name of its query, or `examples` for the examples in the prompt. */
  readonly name: string;
  /** What v is on average where there is any. */
  readonly centre: number;
  /** d: how many observations outweigh having none. */
  readonly shrinkage: number;
  readonly mean: number;
}

/** Moments of evidence and rating. */
export interface RatingCalibration {
  /** Ratings that it was fitted on. */
  readonly rows: number;
  readonly slips: SlipTargets;
  /** μ and σ_y² of the ratings. */
  readonly mean: number;
  readonly variance: number;
  readonly evidence: readonly RatingEvidence[];
  /** c_e = cov(x_e, y). */
  readonly covariance: readonly number[];
  /** Σ = cov(x). */
  readonly matrix: SymmetricMatrix;
}

/** Moments of evidence about a choice, as z-scores over the candidates that were read. */
export interface RankingCalibration {
  /** Lists of candidates that it was fitted on. */
  readonly rows: number;
  readonly slips: SlipTargets;
  readonly evidence: readonly string[];
  /** δ_e: the mean of the chosen less the mean of the others. */
  readonly difference: readonly number[];
  /** Half-way between both means. */
  readonly midpoint: readonly number[];
  /** Σ within both classes. */
  readonly matrix: SymmetricMatrix;
}

/** What the queries are worth for a kind of text. */
export interface TextCalibration {
  /** Texts that it was fitted on. */
  readonly rows: number;
  readonly slips: SlipTargets;
  /** How much closer to what was written a text comes by each, on average, 0 to 1; those that found anything. */
  readonly evidence: readonly { readonly name: string; readonly worth: number }[];
}

/** What a reasoner is made from besides its dials. A part that no task of the run needs may be null. */
export interface Calibration {
  readonly rating: RatingCalibration | null;
  readonly ranking: RankingCalibration | null;
  readonly explanation: TextCalibration | null;
  readonly heading: TextCalibration | null;
}
