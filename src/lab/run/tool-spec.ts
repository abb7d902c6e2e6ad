/** @file Parts of a RunSpec that several recommenders have: models, and where is searched. */
import { LEXICAL_ID, WORDS_ID } from '../../models/built-in-embeddings.ts';
import { inCanonicalOrder, type Json } from '../../core/json.ts';
import { choice, field, z } from '../../tools/schema.ts';
import { plainName } from '../../core/text/visible-text.ts';
import { LONGEST_PROGRAM, LONGEST_PROGRAM_TITLE, type PlannerProgram } from '../../core/planner-program.ts';

export const PROGRAM = z.strictObject({
  title: z.string().check(
    z.minLength(1),
    z.maxLength(LONGEST_PROGRAM_TITLE),
    z.refine((title) => plainName(title) === title, 'a title is one line without blanks at its ends'),
  ),
  source: z.string().check(z.minLength(1), z.maxLength(LONGEST_PROGRAM)),
}) satisfies z.ZodMiniType<PlannerProgram>;

const USES_NETWORK = /^https?:\/\//;

export const count = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
export const orNull = <Type extends z.core.SomeType>(type: Type) => z._default(z.nullable(type), null);
/** Open members in one order: links write them in another than people do, and events are to be the same. */
export const inOneOrder = <Members extends Record<string, Json>>(shape: z.ZodMiniType<Members>) =>
  z.pipe(
    shape,
    z.transform((members: Members) => inCanonicalOrder(members)),
  );
const json = inOneOrder(z.record(z.string(), z.json() as z.ZodMiniType<Json>));
const name = z.string().check(z.minLength(1), z.maxLength(200));

export const MODEL = z.strictObject({ name, options: z._default(json, {}) });

export const EMBEDDING = z.strictObject({
  name: z.enum([LEXICAL_ID, WORDS_ID]),
  options: z.prefault(z.strictObject({}), {}),
});

/** What compares meanings where a spec does not say. */
export const DEFAULT_EMBEDDING = { name: LEXICAL_ID, options: {} } as const;

const PROVIDERS = {
  catalogue: 'the dataset’s catalogue',
  wikipedia: 'Wikipedia, over the network',
};

/** Where a search looks. */
export const SEARCH_OPTIONS = z.strictObject({
  provider: z._default(choice('Search in', PROVIDERS), 'catalogue'),
  /** Wikipedia is asked only where this is true: it sends queries over the network. */
  allowNetwork: z._default(
    field(z.boolean(), 'Queries may be sent to Wikipedia', { when: { provider: ['wikipedia'] } }),
    false,
  ),
  baseUrl: orNull(z.string().check(z.regex(USES_NETWORK))),
});

export type SearchSpec = z.infer<typeof SEARCH_OPTIONS>;
