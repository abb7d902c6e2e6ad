/** @file Parts of a RunSpec that several recommenders have: models, and where is searched. */
import { LabError } from '../../core/errors.ts';
import { BUILT_IN_EMBEDDINGS, isBuiltInEmbedding, LEXICAL_ID } from '../../models/built-in-embeddings.ts';
import { parseModelName } from '../../models/engine.ts';
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

export const DEFAULT_EMBEDDING = { name: LEXICAL_ID, options: {} } as const;

const PROVIDERS = {
  catalogue: 'the dataset’s catalogue',
  wikipedia: 'Wikipedia, over the network',
  meaning: 'the catalogue, by meaning',
};

const SEARCH_FIELDS = z.strictObject({
  provider: z._default(choice('Search in', PROVIDERS), 'catalogue'),
  /** Wikipedia is asked only where this is true: it sends queries over the network. */
  allowNetwork: z._default(
    field(z.boolean(), 'Queries may be sent to Wikipedia', { when: { provider: ['wikipedia'] } }),
    false,
  ),
  baseUrl: orNull(z.string().check(z.regex(USES_NETWORK))),
  /** Compares meanings. Specs that do not search by meaning have none, so that their traces stay as they were. */
  embedding: z.exactOptional(
    z.strictObject({ name, options: z._default(json, {}) }).check(z.meta({ when: { provider: ['meaning'] } })),
  ),
});
type SearchFields = z.infer<typeof SEARCH_FIELDS>;

export const SEARCH_OPTIONS = z.pipe(
  SEARCH_FIELDS,
  z.transform((options: SearchFields): SearchFields => {
    const { embedding = DEFAULT_EMBEDDING, ...others } = options;
    return others.provider === 'meaning' ? { ...others, embedding } : others;
  }),
);

export type SearchSpec = z.infer<typeof SEARCH_OPTIONS>;

/** @throws LabError `name-unknown` */
export function checkEmbedding(name: string, field: string): void {
  const { engine } = parseModelName(name, field);
  if (isBuiltInEmbedding(name) || engine === 'transformers') return;
  const names = [...BUILT_IN_EMBEDDINGS.map((one) => one.name), 'transformers/<model>'].join(', ');
  const message = `${field}: ${name} does not turn texts into vectors; one of ${names}.`;
  throw new LabError('name-unknown', message, { field });
}
