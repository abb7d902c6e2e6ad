/**
 * @file What the reasoner learnt from training data, as plain JSON, so that a host can keep it. It holds moments of
 * evidence, never a rating of anyone.
 */
import * as z from 'zod/mini';
import { canonicalJson } from '../core/json.ts';

const NUMBERS = z.readonly(z.array(z.number()));

const SLIPS = z.strictObject({
  users: NUMBERS,
  items: z.readonly(z.array(z.strictObject({ id: z.number(), title: z.string() }))),
});

/** How one piece of evidence about a rating is put on a scale: x = n/(n+d)·(v − centre) − mean. */
const RATING_EVIDENCE = z.strictObject({
  /** The name of its query, or `examples` for the examples in the prompt. */
  name: z.string(),
  /** What v is on average where there is any. */
  centre: z.number(),
  /** d: how many observations outweigh having none. */
  shrinkage: z.number(),
  mean: z.number(),
});

const MATRIX = z.strictObject({ size: z.int(), values: NUMBERS });

const RATING = z.strictObject({
  rows: z.int(),
  slips: SLIPS,
  /** μ and σ_y² of the ratings. */
  mean: z.number(),
  variance: z.number(),
  evidence: z.readonly(z.array(RATING_EVIDENCE)),
  /** c_e = cov(x_e, y). */
  covariance: NUMBERS,
  /** Σ = cov(x). */
  matrix: MATRIX,
});

/** Moments of evidence about a choice, as z-scores over the candidates that were read. */
const RANKING = z.strictObject({
  rows: z.int(),
  slips: SLIPS,
  evidence: z.readonly(z.array(z.string())),
  /** δ_e: the mean of the chosen less the mean of the others. */
  difference: NUMBERS,
  /** Half-way between both means. */
  midpoint: NUMBERS,
  /** Σ within both classes. */
  matrix: MATRIX,
});

const TEXT = z.strictObject({
  rows: z.int(),
  slips: SLIPS,
  /** How much closer to what was written a text comes by each, on average, 0 to 1; those that found anything. */
  evidence: z.readonly(z.array(z.strictObject({ name: z.string(), worth: z.number() }))),
});

export type SlipTargets = z.infer<typeof SLIPS>;
export type RatingEvidence = z.infer<typeof RATING_EVIDENCE>;
export type RatingCalibration = z.infer<typeof RATING>;
export type RankingCalibration = z.infer<typeof RANKING>;
export type TextCalibration = z.infer<typeof TEXT>;

/** What a reasoner is made from besides its dials. A part that no task of the run needs may be null. */
export interface Calibration {
  readonly rating: RatingCalibration | null;
  readonly ranking: RankingCalibration | null;
  readonly explanation: TextCalibration | null;
  readonly heading: TextCalibration | null;
}

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
    write: (fitted) => new TextEncoder().encode(canonicalJson(fitted)),
  };
}
