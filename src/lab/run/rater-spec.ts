/** @file SUBER's test of raters, and who rates, as a RunSpec has them. docs/raters.md describes the options. */
import { LabError } from '../../core/errors.ts';
import type { EmbeddingModel } from '../../core/language-model.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import type { RatedItem } from '../../core/rater.ts';
import type { Recommender } from '../../core/recommender.ts';
import { isRaterType, RATER_TASKS } from '../../core/task.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import type { RaterTaskOptions } from '../../environments/rater-test/suber-test.ts';
import { raterRecommender } from '../../environments/rater-test/rater-recommender.ts';
import { createLanguageModelRater } from '../../environments/raters/language-model-rater.ts';
import { createRuleRater } from '../../environments/raters/rules/rule-rater.ts';
import { createRetrieval } from '../../environments/retrieval.ts';
import { choice, field, z } from '../../tools/schema.ts';
import { PERTURBATION, PERTURBATIONS, PROMPT, RETRIEVAL } from '../training/simulation-spec.ts';
import { OVERVIEW_EMBEDDING, overviewOf } from '../training/training-ground.ts';
import { openEmbedding, type EmbeddingHost } from './create-retrieval.ts';

const ITEMS = { films: 'films of the dataset', books: 'the lab’s shelf of books' };
const PEOPLE = { lab: 'written for the lab', suber: 'SUBER’s own, in the terminal' };

export const RATER_TASK_OPTIONS = {
  of: z.exactOptional(choice('Items', ITEMS, { default: 'films' })),
  people: z.exactOptional(choice('People who rate', PEOPLE, { default: 'lab' })),
  share: z.exactOptional(
    field(z.number().check(z.positive(), z.maximum(1)), 'Part of each person’s items', { default: 1 }),
  ),
};

const OPTIONS = z.strictObject({
  prompt: z.prefault(PROMPT, {}),
  /** All past ratings of a series and no others, where it is left out. */
  retrieval: z.exactOptional(RETRIEVAL),
  perturbation: z._default(field(PERTURBATION, 'Perturbation', { choices: PERTURBATIONS }), { type: 'none' }),
  noise: z.exactOptional(
    field(z.number().check(z.gte(0), z.maximum(10)), 'Times the noise of the rules, or a model’s temperature', {
      empty: 'its own',
    }),
  ),
});

export const RATER = z.strictObject({ name: z.literal('rater'), options: z.prefault(OPTIONS, {}) });

interface Spec {
  readonly tasks: { readonly name: string; readonly options: RaterTaskOptions };
  readonly recommender: { readonly name: string; readonly options: object };
}

/** Checks that a rater is asked to rate, on a scale of its items. @throws LabError `spec-invalid` */
export function checkRater({ tasks: { name, options }, recommender }: Spec): void {
  const rates = recommender.name === 'rater';
  if (rates !== isRaterType(name)) {
    const problem = rates
      ? `tasks.name: a rater does ${RATER_TASKS.join(', ')}`
      : `recommender.name: ${recommender.name} rates nothing for simulated people; choose rater`;
    throw new LabError('spec-invalid', `${problem}.`);
  }
  const { of = 'films' } = options;
  const top = of === 'books' ? 5 : 10;
  if (!rates || writtenScale((recommender.options as RaterSpec).prompt.scale).kept.max === top) return;
  const problem = `${of} are rated on 1 to ${top}; choose another scale`;
  throw new LabError('spec-invalid', `recommender.options.prompt.scale: ${problem}.`);
}

export type RaterSpec = z.infer<typeof OPTIONS>;

/** What rates as a spec says: the rules where its model is the built-in reasoner. */
export function createRater(
  { prompt, retrieval, noise, perturbation }: RaterSpec,
  embeddings: EmbeddingHost,
  signal: AbortSignal,
): Recommender {
  const style = { ...prompt, scale: writtenScale(prompt.scale) };
  const { name = 'none', embedding = OVERVIEW_EMBEDDING } = retrieval ?? {};
  let opened: Promise<EmbeddingModel> | null = null;
  const told = retrieval && {
    told: retrieval.count,
    async of(items: readonly RatedItem[]) {
      if (name !== 'embedding') return createRetrieval(name, items);
      opened ??= openEmbedding(embedding, [], embeddings, signal);
      return createRetrieval(name, items, await (await opened).embed(items.map(overviewOf), { signal }));
    },
  };
  return raterRecommender({
    rater: ({ model, trace }) =>
      model.id === REASONER_ID
        ? createRuleRater(noise === undefined ? {} : { noise })
        : createLanguageModelRater({ model, trace, style, ...(noise !== undefined && { temperature: noise }) }),
    perturbation,
    retrieval: told ?? null,
  });
}
