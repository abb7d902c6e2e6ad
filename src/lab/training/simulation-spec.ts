/** @file Environments and trainings as people write them: checked field by field, defaults filled in. docs/policies.md describes them. */
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
import { WRITTEN_SCALES, writtenScale } from '../../environments/prompts/rating-scale.ts';
import { RETRIEVALS } from '../../environments/retrieval.ts';
import { RULES_ID } from '../../environments/raters/rules/rule-rater.ts';
import { z } from '../../tools/schema.ts';
import { readShape } from '../run/spec-error.ts';
import { MODEL } from '../run/tool-spec.ts';
import type { NewExperiment } from '../experiments/experiments.ts';
import { checkPolicyOptions, POLICIES, POLICY_NAMES } from './policy-registry.ts';
import { HISTORY_ORACLE } from './history-oracle.ts';

const DEFAULT = DEFAULT_ENVIRONMENT;
export const count = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const share = z.number().check(z.gte(0), z.lte(1));
const amount = z.number().check(z.gte(0), z.lte(100));
export const seed = count(0, 2 ** 32 - 1);
const name = z.string().check(z.minLength(1), z.maxLength(200));

export const ENVIRONMENT = z.strictObject({
  of: z._default(z.union([z.enum(['films', 'books']), z.strictObject({ dataset: name })]), DEFAULT.of),
  peopleOf: z.optional(z.union([z.literal('synthetic'), z.strictObject({ dataset: name })])),
  people: z._default(count(1, 10_000), DEFAULT.people),
  items: z._default(count(1, 100_000), DEFAULT.items),
  seed: z._default(seed, DEFAULT.seed),
  rater: z._default(MODEL, { name: DEFAULT.rater.name, options: {} }),
  prompt: z.prefault(
    z.strictObject({
      scale: z._default(z.enum(WRITTEN_SCALES.map(({ id }) => id)), DEFAULT.prompt.scale),
      shots: z._default(z.literal([0, 1, 2, 'published', 'yes-no']), DEFAULT.prompt.shots),
      system: z._default(z.string().check(z.minLength(1), z.maxLength(20_000)), DEFAULT.prompt.system),
    }),
    {},
  ),
  retrieval: z.prefault(
    z.strictObject({
      name: z._default(z.enum(RETRIEVALS), DEFAULT.retrieval.name),
      count: z._default(count(0, 100), DEFAULT.retrieval.count),
      embedding: z.exactOptional(MODEL),
    }),
    {},
  ),
  perturbation: z._default(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('none') }),
      z.strictObject({ type: z.literal('gaussian'), deviation: amount }),
      z.strictObject({ type: z.literal('greedy'), probability: share }),
    ]),
    DEFAULT.perturbation,
  ),
  shaping: z._default(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('none') }),
      z.strictObject({ type: z.literal('decay'), q: share }),
      z.strictObject({ type: z.literal('random-repeat'), q: share }),
      z.strictObject({ type: z.literal('end-at-repeat') }),
    ]),
    DEFAULT.shaping,
  ),
  drift: z._default(z.nullable(z.strictObject({ rate: share, deviation: amount })), DEFAULT.drift),
  endProbability: z._default(share, DEFAULT.endProbability),
  timeLimit: z.optional(count(1, 1_000_000)),
  surrogate: z._default(z.strictObject({ ratingsAPerson: count(5, 10_000) }), DEFAULT.surrogate),
});

const TRAINING = z.strictObject({
  environment: z.prefault(ENVIRONMENT, {}),
  learnsFrom: z._default(z.enum(['surrogate', 'rater']), 'surrogate'),
  policies: z
    .array(
      z.strictObject({
        name: z.enum([...POLICY_NAMES, HISTORY_ORACLE, ...Object.keys(PLANNER_POLICIES)]),
        options: z._default(z.record(z.string(), z.number()), {}),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  seeds: z._default(z.array(seed).check(z.minLength(1), z.maxLength(100)), [1]),
  steps: z._default(count(1, 1e9), 20_480),
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

/** A training as a list shows it. */
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
