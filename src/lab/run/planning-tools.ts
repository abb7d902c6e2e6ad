/** @file The tools of a planner as a RunSpec has them. docs/run-spec.md describes them. */
import { choice, field, z } from '../../tools/schema.ts';
import { BASELINE } from './baseline-spec.ts';
import { SEARCH_OPTIONS } from './tool-spec.ts';

const RANKER = z.extend(BASELINE, { name: field(BASELINE.shape.name, 'Ranked by') });
const SUMMARIES = { extractive: 'picking sentences', model: 'the model' };
const TITLES = {
  database: 'The database',
  search: 'A search',
  summarize: 'A summary',
  rank: 'A ranking of the candidates, fitted to training ratings alone',
};

const TOOL = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('database'),
    /** `sentence` where not given. */
    options: z.prefault(z.strictObject({ observations: z.exactOptional(z.enum(['sentence', 'rows'])) }), {}),
  }),
  z.strictObject({ name: z.literal('search'), options: z.prefault(SEARCH_OPTIONS, {}) }),
  z.strictObject({
    name: z.literal('summarize'),
    options: z.prefault(z.strictObject({ provider: z._default(choice('Written by', SUMMARIES), 'extractive') }), {}),
  }),
  /** `by` is the recommender that is fitted, with its hyperparameters. */
  z.strictObject({
    name: z.literal('rank'),
    options: z.strictObject({ by: RANKER }).check(z.meta({ default: { by: { name: 'baseline/item-cosine' } } })),
  }),
]);

export const TOOLS = z.prefault(
  field(z.array(TOOL).check(z.minLength(1)), 'Tools', { group: 'Tools', choices: TITLES }),
  [{ name: 'database' }, { name: 'search' }, { name: 'summarize' }],
);
