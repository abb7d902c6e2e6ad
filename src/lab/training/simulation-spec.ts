/** @file Environments and trainings as people write them (docs/policies.md). */
import { wallClock } from '../../core/clock.ts';
import { LabError } from '../../core/errors.ts';
import { asJson, isJsonObject, ownValue, type JsonObject } from '../../core/json.ts';
import {
  DEFAULT_ENVIRONMENT,
  PLANNER_POLICIES,
  PUBLISHED_EPISODES,
  type EnvironmentSpec,
  type TrainingSpec,
} from '../../core/simulation.ts';
import { writtenScale } from '../../environments/prompts/rating-scale.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { choice, field, z } from '../../tools/schema.ts';
import { readShape } from '../run/spec-error.ts';
import { count, MODEL } from '../run/tool-spec.ts';
import type { NewExperiment } from '../experiments/experiments.ts';
import { checkPolicyOptions, POLICIES, POLICY_NAMES } from './policy-registry.ts';
import { HISTORY_ORACLE } from './history-oracle.ts';

const DEFAULT = DEFAULT_ENVIRONMENT;
const share = z.number().check(z.gte(0), z.lte(1));
const deviation = field(z.number().check(z.gte(0), z.lte(100)), 'Standard deviation', { unit: 'in points', step: 0.1 });
const q = field(share, 'q of q^(n/Δt)', { step: 0.05 });
export const seed = count(0, 2 ** 32 - 1);
const name = z.string().check(z.minLength(1), z.maxLength(200));

const SCALES = { '0-9': '0 to 9', '1-10': '1 to 10', 'one-ten': 'one to ten, in words', '1-5': '1 to 5' };
const SHOTS = { published: 'SUBER’s two, as published', 'yes-no': 'none: yes or no to its genres' };
const SYSTEMS = {
  default: 'the task',
  custom: 'the task, and how to weigh the facts',
  published: 'SUBER’s, as published',
  own: 'my own words',
};
const PAST = {
  none: 'none',
  recency: 'the latest',
  feature: 'with similar features',
  embedding: 'with similar overviews',
};
export const PERTURBATIONS = { gaussian: 'Gaussian', greedy: 'sometimes one point up or down' };
const SHAPINGS = {
  decay: 'repeats are worth less',
  'random-repeat': 'repeats may be worth nothing',
  'end-at-repeat': 'a repeat ends the episode',
};
const EPISODE = { group: 'Episode' };

export const PROMPT = z.strictObject({
  scale: z._default(choice('Scale', SCALES), DEFAULT.prompt.scale as keyof typeof SCALES),
  shots: z._default(
    field(z.literal([0, 1, 2, 'published', 'yes-no']), 'Worked examples', { choices: SHOTS }),
    DEFAULT.prompt.shots,
  ),
  system: z._default(
    field(z.string().check(z.minLength(1), z.maxLength(20_000)), 'System prompt', {
      choices: SYSTEMS,
      hint: 'Rules and surrogates read no prompt; they keep the scale.',
    }),
    DEFAULT.prompt.system,
  ),
});

export const RETRIEVAL = z.strictObject({
  name: z._default(choice('Past ratings shown', PAST), DEFAULT.retrieval.name),
  count: z._default(field(count(0, 100), 'At most'), DEFAULT.retrieval.count),
  embedding: z.exactOptional(MODEL),
});

export const PERTURBATION = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('gaussian'), deviation: z._default(deviation, 0.5) }),
  z.strictObject({
    type: z.literal('greedy'),
    probability: z._default(field(share, 'Probability of either', { step: 0.05 }), 0.2),
  }),
]);

const SHAPING = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('decay'), q: z._default(q, 0.8) }),
  z.strictObject({ type: z.literal('random-repeat'), q: z._default(q, 0.8) }),
  z.strictObject({ type: z.literal('end-at-repeat') }),
]);

const DRIFT = z.strictObject({
  rate: z._default(field(share, 'Rate', { step: 0.01 }), 0.05),
  deviation: z._default(deviation, 1),
});

export const ENVIRONMENT = z.strictObject({
  of: z._default(z.union([z.enum(['films', 'books']), z.strictObject({ dataset: name })]), DEFAULT.of),
  peopleOf: z.optional(z.union([z.literal('synthetic'), z.strictObject({ dataset: name })])),
  people: z._default(field(count(1, 10_000), 'People'), DEFAULT.people),
  items: z._default(field(count(1, 100_000), 'Items'), DEFAULT.items),
  seed: z._default(field(seed, 'Seed'), DEFAULT.seed),
  youngest: z._default(field(count(0, 65), 'Youngest', { unit: 'years' }), DEFAULT.youngest),
  rater: z._default(MODEL, { name: DEFAULT.rater.name, options: {} }),
  prompt: z.prefault(PROMPT.check(z.meta({ group: 'Scale and prompt' })), {}),
  retrieval: z.prefault(RETRIEVAL.check(z.meta(EPISODE)), {}),
  perturbation: z._default(
    field(PERTURBATION, 'Perturbation (remembered)', { ...EPISODE, choices: PERTURBATIONS }),
    DEFAULT.perturbation,
  ),
  shaping: z._default(
    field(SHAPING, 'Reward shaping (not remembered)', { ...EPISODE, choices: SHAPINGS }),
    DEFAULT.shaping,
  ),
  drift: z._default(field(z.nullable(DRIFT), 'Tastes drift over time', EPISODE), DEFAULT.drift),
  endProbability: z._default(
    field(share, 'Probability that an episode ends after a step', { ...EPISODE, step: 0.005 }),
    DEFAULT.endProbability,
  ),
  timeLimit: z.optional(
    field(count(1, 1_000_000), 'Steps after which an episode is cut off', { ...EPISODE, empty: 'never' }),
  ),
  surrogate: z._default(
    z.strictObject({
      ratingsAPerson: field(count(5, 10_000), 'Ratings of each person that a surrogate is fitted on'),
    }),
    DEFAULT.surrogate,
  ),
});

const TEACHERS = { surrogate: 'a surrogate of the rater', rater: 'the rater itself' };

export const TRAINING = z.strictObject({
  environment: z.prefault(ENVIRONMENT, {}),
  learnsFrom: z._default(choice('Learn from', TEACHERS), 'surrogate'),
  policies: z
    .array(
      z.strictObject({
        name: z.enum([...POLICY_NAMES, HISTORY_ORACLE, ...Object.keys(PLANNER_POLICIES)]),
        options: z._default(z.record(z.string(), z.number()), {}),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  seeds: z._default(field(z.array(seed).check(z.minLength(1), z.maxLength(100)), 'Seeds, a run for each'), [1]),
  steps: z._default(field(count(1, 1e9), 'Steps of each'), 20_480),
  planner: z.exactOptional(MODEL),
});

/** What every person would rate every item is worked out once and kept in memory. */
const MOST_RATINGS = 20_000_000;

/** `episodes: "published"` as the members that it stands for; those that are given beside it go before them. */
function withEpisodes(input: unknown): unknown {
  if (!isJsonObject(input) || input['episodes'] !== 'published') return input;
  const { episodes: _, ...given } = input;
  const prompt = { ...PUBLISHED_EPISODES.prompt, ...(given['of'] === 'books' && { scale: '1-5' }) };
  const own = isJsonObject(given['prompt']) ? given['prompt'] : {};
  return { ...PUBLISHED_EPISODES, ...given, prompt: { ...prompt, ...own } };
}

/** Checks an environment and fills in defaults. @throws LabError `spec-invalid` or `name-unknown`, naming the field */
export function parseEnvironmentSpec(input: unknown): EnvironmentSpec {
  return checked(readShape(ENVIRONMENT, withEpisodes(input)) as EnvironmentSpec);
}

/** The same of a training. @throws LabError `spec-invalid` or `name-unknown` */
export function parseTrainingSpec(input: unknown): TrainingSpec {
  const given = isJsonObject(input) ? { ...input, environment: withEpisodes(input['environment'] ?? {}) } : input;
  const spec = readShape(TRAINING, given) as TrainingSpec;
  if (new Set(spec.seeds).size < spec.seeds.length)
    throw new LabError('spec-invalid', 'seeds: one of them is there twice; every seed gives one curve.', {
      field: 'seeds',
    });
  for (const [at, { name: policy, options }] of spec.policies.entries())
    checkPolicyOptions(policy, options, `policies.${at}.options`);
  const isModel = spec.environment.rater.name !== RULES_ID;
  if (isModel && spec.learnsFrom === 'rater' && spec.policies.some(({ name: policy }) => policy === 'oracle'))
    throw new LabError(
      'spec-invalid',
      'policies: an oracle of a language model knows its surrogate; let policies learn from one, or leave the oracle out.',
      { field: 'policies' },
    );
  if (isModel && spec.policies.some(({ name: policy }) => policy === HISTORY_ORACLE))
    throw new LabError(
      'spec-invalid',
      'policies: an oracle with history would ask a language model for every item before each recommendation; leave it out.',
      { field: 'policies' },
    );
  return { ...spec, environment: checked(spec.environment) };
}

function checked(spec: EnvironmentSpec): EnvironmentSpec {
  const isModel = spec.rater.name !== RULES_ID;
  if (isModel && !spec.rater.name.includes('/'))
    throw new LabError(
      'name-unknown',
      `rater.name: unknown rater "${spec.rater.name}"; it is ${RULES_ID}, or a model such as transformers/SmolLM2-135M-Instruct.`,
      { field: 'rater.name' },
    );
  const isOfBooks = spec.of === 'books';
  const { kept } = writtenScale(spec.prompt.scale);
  if (typeof spec.of === 'string' && (kept.max === 5) !== isOfBooks)
    throw new LabError(
      'spec-invalid',
      `prompt.scale: ${spec.of} are rated ${isOfBooks ? '1 to 5' : '1 to 10'}, and ${spec.prompt.scale} is not such a scale.`,
      { field: 'prompt.scale' },
    );
  if (spec.people * spec.items > MOST_RATINGS)
    throw new LabError(
      'limit-exceeded',
      `${spec.people} people and ${spec.items} items make ${spec.people * spec.items} ratings; ask for fewer, at most ${MOST_RATINGS} together.`,
    );
  return spec;
}

export function trainingExperiment(id: string, spec: TrainingSpec): NewExperiment {
  const titles = spec.policies.map(({ name }) => ownValue(POLICIES, name)?.title ?? name).join(', ');
  const seeds = spec.seeds.length;
  return {
    id,
    kind: 'training',
    startedAt: wallClock(),
    title: `${titles} × ${String(seeds)} ${seeds === 1 ? 'seed' : 'seeds'}`,
    about: `${String(spec.steps)} steps each`,
    dataset: '',
    spec: asJson(spec) as JsonObject,
  };
}
