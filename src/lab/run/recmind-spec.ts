/** @file The tools of a planner as a RunSpec has them, and what RecMind's options ask of each other, of the tasks and of the model. */
import { LabError } from '../../core/errors.ts';
import { CUSTOM_PLANNER } from '../../core/planner-program.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { choice, field, z } from '../../tools/schema.ts';
import { SEARCH_OPTIONS } from './tool-spec.ts';

const SUMMARIES = { extractive: 'picking sentences', model: 'the model' };
const TITLES = {
  database: 'The database',
  search: 'A search',
  summarize: 'A summary',
};

const TOOL = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('database'),
    options: z.prefault(z.strictObject({ observations: z.exactOptional(z.enum(['sentence', 'rows'])) }), {}),
  }),
  z.strictObject({ name: z.literal('search'), options: z.prefault(SEARCH_OPTIONS, {}) }),
  z.strictObject({
    name: z.literal('summarize'),
    options: z.prefault(z.strictObject({ provider: z._default(choice('Written by', SUMMARIES), 'extractive') }), {}),
  }),
]);

export const TOOLS = z.prefault(
  field(z.array(TOOL).check(z.minLength(1)), 'Tools', { group: 'Tools', choices: TITLES }),
  [{ name: 'database' }, { name: 'search' }, { name: 'summarize' }],
);

interface Options {
  readonly planner: string;
  readonly program?: unknown;
  readonly actions?: 'free' | 'offered';
  readonly decide?: 'generate' | 'score';
  readonly start?: 'nothing' | 'known';
  readonly tools: readonly { readonly name: string; readonly options?: { readonly [option: string]: unknown } }[];
}

interface Spec {
  readonly tasks: { readonly name: string };
  readonly model: { readonly name: string };
}

const wrong = (option: string, problem: string): LabError => {
  const field = `recommender.options.${option}`;
  return new LabError('spec-invalid', `${field}: ${problem}`, { field });
};

/** Checks RecMind's options. @throws LabError `spec-invalid` */
export function checkRecMind(options: Options, { model }: Spec): void {
  const { planner, program } = options;
  if (planner === CUSTOM_PLANNER && program === undefined)
    throw wrong('program', 'is missing; the planner "custom" is the program that it holds.');
  if (model.name === REASONER_ID) checkReasoner(options);
}

/** The reasoner knows its own questions and sentences alone, and has no probabilities. */
function checkReasoner({ tools, ...options }: Options): void {
  if (tools.some((tool) => tool.options?.['observations'] === 'rows'))
    throw forLanguageModels('tools', 'observations "rows"');
  for (const [option, value] of Object.entries({ actions: 'offered', decide: 'score', start: 'known' } as const))
    if (options[option as 'actions' | 'decide' | 'start'] === value)
      throw forLanguageModels(option, JSON.stringify(value));
}

const forLanguageModels = (option: string, value: string): LabError =>
  wrong(option, `${value} is for language models, and ${REASONER_ID} is none. Leave it out or choose another model.`);

/** A language model is offered actions where a spec says nothing: a small one cannot write SQL (docs/experiments/prompts.md). */
export function withDefaults<Of extends Options>(options: Of, { model }: Spec): Of {
  const offers = options.tools.some(({ name }) => name === 'database');
  if (model.name === REASONER_ID || !offers || options.actions === 'free') return options;
  return { ...options, actions: 'offered', start: options.start ?? 'known' };
}
