/** @file How what the reasoner learnt is written to a file, and which shape it has to have when it is read. */
import * as z from 'zod/mini';
import { canonicalJson, type Json } from '../core/json.ts';
import type { Calibration, RankingCalibration, RatingCalibration, TextCalibration } from './calibration.ts';

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

/** A part of a calibration as a file. Its `read` gives null where the JSON has another shape, and throws where it is none. */
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
