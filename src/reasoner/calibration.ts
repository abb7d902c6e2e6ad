/**
 * @file What the reasoner learnt from training data, as plain JSON, so that a host can keep it. It holds moments of
 * evidence, never a rating of anyone.
 */
import type { SymmetricMatrix } from './linear-algebra.ts';
import * as z from 'zod/mini';
import { canonicalJson, type Json } from '../core/json.ts';

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

export interface RatingCalibration {
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

export interface TextCalibration {
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

const NUMBERS = z.array(z.number());

const MATRIX = z.strictObject({ size: z.int(), values: NUMBERS });

const SLIPS = z.strictObject({
  users: NUMBERS,
  items: z.array(z.strictObject({ id: z.number(), title: z.string() })),
});

const RATING: z.ZodMiniType<RatingCalibration> = z.strictObject({
  rows: z.int(),
  slips: SLIPS,
  mean: z.number(),
  variance: z.number(),
  evidence: z.array(z.strictObject({ name: z.string(), centre: z.number(), shrinkage: z.number(), mean: z.number() })),
  covariance: NUMBERS,
  matrix: MATRIX,
});

const RANKING: z.ZodMiniType<RankingCalibration> = z.strictObject({
  rows: z.int(),
  slips: SLIPS,
  evidence: z.array(z.string()),
  difference: NUMBERS,
  midpoint: NUMBERS,
  matrix: MATRIX,
});

const TEXT: z.ZodMiniType<TextCalibration> = z.strictObject({
  rows: z.int(),
  slips: SLIPS,
  evidence: z.array(z.strictObject({ name: z.string(), worth: z.number() })),
});

type Part = keyof Calibration;

type Fitted<Name extends Part> = NonNullable<Calibration[Name]>;

const SHAPES: { readonly [Name in Part]: z.ZodMiniType<Fitted<Name>> } = {
  rating: RATING,
  ranking: RANKING,
  explanation: TEXT,
  heading: TEXT,
};

/** A part of a calibration as a file. Its `read` gives null where the JSON has another shape, and throws if it is not JSON. */
export function calibrationForm<Name extends Part>(
  part: Name,
): { read(bytes: Uint8Array): Fitted<Name> | null; write(fitted: Fitted<Name>): Uint8Array } {
  return {
    read(bytes) {
      const { data } = SHAPES[part].safeParse(JSON.parse(new TextDecoder().decode(bytes)));
      return data ?? null;
    },
    write: (fitted) => new TextEncoder().encode(canonicalJson(fitted as unknown as Json)),
  };
}
