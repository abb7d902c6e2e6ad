/** @file How a RunSpec names a split. */
import * as z from 'zod/mini';

const SEEDS = 2 ** 32;

// Not the run's seed, so that ten seeds run on one split.
const seed = z._default(z.int().check(z.gte(0), z.lt(SEEDS)), 1);

/** Of all people or items. */
const share = z._default(z.number().check(z.gt(0), z.lte(1)), 0.2);
const interactions = z.int().check(z.gte(1), z.lte(1000));
/** How many interactions of each are left in training. */
const keep = z._default(interactions, 3);
const kept = z._default(interactions, 10);

export const SPLIT = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('leave-last-out'),
    options: z.prefault(
      z.strictObject({
        /** With n > 0 the up to n interactions before each person's last are asked about, and both are held out. */
        validation: z.exactOptional(z.int().check(z.gte(0), z.lte(100))),
      }),
      {},
    ),
  }),
  z.strictObject({
    name: z.literal('macrec'),
    options: z.prefault(
      z.strictObject({
        /** `dev` holds the interaction for testing out as well. */
        part: z._default(z.enum(['test', 'dev']), 'test'),
        /** Only targets rated at least so are asked about; MACRec takes 4 for sequential recommendation. */
        minTargetRating: z._default(z.nullable(z.number()), null),
      }),
      {},
    ),
  }),
  z.strictObject({
    name: z.literal('random-holdout'),
    options: z.prefault(z.strictObject({ share: z._default(z.number().check(z.gt(0), z.lt(1)), 0.2), seed }), {}),
  }),
  z.strictObject({
    name: z.literal('p5'),
    options: z.prefault(z.strictObject({ part: z._default(z.enum(['test', 'validation']), 'test'), seed }), {}),
  }),
  z.strictObject({
    name: z.literal('cold-start'),
    options: z.prefault(
      z.strictObject({ of: z._default(z.enum(['people', 'items']), 'people'), share, keep, seed }),
      {},
    ),
  }),
  z.strictObject({
    name: z.literal('evolving-interest'),
    options: z.prefault(
      z.strictObject({ history: z._default(z.enum(['recent', 'early']), 'recent'), share, keep: kept, seed }),
      {},
    ),
  }),
]);

export type SplitSpec = z.infer<typeof SPLIT>;

export type SplitOptions<Name extends SplitSpec['name']> = Extract<SplitSpec, { readonly name: Name }>['options'];
