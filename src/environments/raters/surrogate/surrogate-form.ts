/** @file How a fitted surrogate is written to a file, and which shape it has to have when it is read. */
import * as z from 'zod/mini';
import type { FittedSurrogate } from './surrogate-rater.ts';

/** JSON has no NaN, which a correlation of equal values is. */
const MEASURED = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? Number.NaN),
);

const SHAPE = z.strictObject({
  quality: z.strictObject({
    teacher: z.string(),
    fitted: z.int(),
    heldOut: z.int(),
    failures: z.int(),
    rmse: MEASURED,
    deviation: MEASURED,
    rankCorrelation: MEASURED,
    noise: MEASURED,
  }),
  weights: z.array(z.array(z.number())),
});

/** A surrogate as a file. Its `read` gives null where the JSON has another shape, and throws where it is none. */
export const SURROGATE_FORM = {
  read: (bytes: Uint8Array): FittedSurrogate | null =>
    SHAPE.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null,
  write: (fitted: FittedSurrogate): Uint8Array => new TextEncoder().encode(JSON.stringify(fitted)),
};
