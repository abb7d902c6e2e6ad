/** @file What was typed after `train`, as data. */
import { namedNumbers } from '../core/text/named-numbers.ts';
import {
  DEFAULT_ENVIRONMENT,
  PLANNER_POLICIES,
  PUBLISHED_EPISODES,
  type EnvironmentSpec,
  type PolicySpec,
} from '../core/simulation.ts';
import { HISTORY_ORACLE } from '../lab/training/history-oracle.ts';
import { ownOptionName } from '../policies/option-names.ts';
import { checkPolicyOptions, hasOption } from '../lab/training/policy-options.ts';
import { POLICY_NAMES } from '../lab/training/policy-registry.ts';
import { parseEnvironmentSpec, parseTrainingSpec } from '../lab/training/simulation-spec.ts';
import { DEFAULT_GROUND } from '../lab/training/training-ground.ts';
import { asPublished } from '../policies/as-published.ts';
import { modelPlaces, type PlaceValues } from './open-model.ts';
import { retrievalOf } from './rater-arguments.ts';
import { inFile, readSpec } from './spec-file.ts';
import type { TrainOptions } from './train-command.ts';
import { filmsOrBooks, usage, wholeNumber } from './usage.ts';

interface TrainValues extends PlaceValues {
  readonly policies?: string;
  readonly people?: string;
  readonly items?: string;
  readonly steps?: string;
  readonly seeds?: string;
  readonly seed?: string;
  readonly rater?: string;
  readonly set?: string;
  readonly files?: string;
  readonly format?: string;
  readonly out?: string;
  readonly dataset?: string;
  readonly users?: string;
  readonly retrieval?: string;
  readonly episodes?: string;
  readonly model?: string;
  readonly 'time-limit'?: string;
}

/** What a file says in place of options. */
const IN_A_SPEC = [
  'policies',
  'people',
  'items',
  'steps',
  'seeds',
  'seed',
  'rater',
  'set',
  'dataset',
  'users',
  'retrieval',
  'episodes',
  'model',
  'time-limit',
] as const;
const FILES = '.espalier';

/**
 * The options of `train`.
 * @param what `films`, `books`, or the path of a training's spec
 * @throws LabError `spec-invalid` saying which argument, or which field of the spec, is wrong
 */
export function trainArguments(values: TrainValues, what: string): TrainOptions {
  return what.endsWith('.json') ? specified(values, what) : typed(values, what);
}

function specified(values: TrainValues, path: string): TrainOptions {
  const told = IN_A_SPEC.find((name) => values[name] !== undefined);
  if (told !== undefined) throw usage(`${path} says everything about the training; leave --${told} out.`);
  const { environment, learnsFrom, policies, seeds, steps, planner } = inFile(path, () =>
    parseTrainingSpec(readSpec(path)),
  );
  return {
    environment,
    learnsFrom,
    policies: policies.map((policy) => ({ ...policy, steps })),
    seeds,
    planner: planner ?? null,
    files: values.files ?? FILES,
    places: modelPlaces(values),
  };
}

function typed(values: TrainValues, what: string): TrainOptions {
  const { policies = 'random,popularity,a2c,oracle', rater = 'surrogate', files = FILES, model } = values;
  const names = policies.split(',').map((name) => name.trim());
  const known = [...POLICY_NAMES, HISTORY_ORACLE, ...Object.keys(PLANNER_POLICIES)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw usage(`Unknown policy "${unknown}"; one of ${known.join(', ')}.`);
  if (rater !== 'surrogate' && rater !== 'rules')
    throw usage(`train learns from surrogate or rules, not "${rater}"; a SPEC.json may name a model that rates.`);
  const steps = stepsOf(values.steps, names);
  const options = settingsOf(values.set, names, steps);
  return {
    environment: environmentOf('train', values, what),
    learnsFrom: rater === 'surrogate' ? 'surrogate' : 'rater',
    policies: names.map((name) => ({ name, options: options[name] ?? {}, steps: steps[name] ?? STEPS })),
    seeds: Array.from({ length: whole(values, 'seeds', 1) }, (_, at) => at + 1),
    planner: model === undefined ? null : { name: model, options: {} },
    files,
    places: modelPlaces(values),
  };
}

/** How episodes go, by a word. */
const EPISODES = { lab: {}, published: PUBLISHED_EPISODES } as const;

function environmentOf(command: string, values: TrainValues, what: string): EnvironmentSpec {
  const of = filmsOrBooks(command, what);
  const { episodes = 'lab', retrieval, dataset, users } = values;
  if (episodes !== 'lab' && episodes !== 'published')
    throw usage(`--episodes must be lab or published, not "${episodes}".`);
  const set: Partial<EnvironmentSpec> = EPISODES[episodes];
  const prompt = { ...DEFAULT_ENVIRONMENT.prompt, ...set.prompt, ...(of === 'books' && { scale: '1-5' }) };
  return parseEnvironmentSpec({
    ...set,
    of: dataset === undefined ? of : { dataset },
    peopleOf: users === undefined ? 'synthetic' : { dataset: users },
    people: whole(values, 'people', DEFAULT_GROUND.people),
    items: whole(values, 'items', of === 'books' ? 100 : DEFAULT_GROUND.items),
    seed: whole(values, 'seed', DEFAULT_GROUND.seed),
    prompt,
    ...(retrieval !== undefined && { retrieval: { name: retrievalOf(retrieval) } }),
    ...(values['time-limit'] !== undefined && { timeLimit: whole(values, 'time-limit', 0) }),
  });
}

function whole(
  values: TrainValues,
  name: 'people' | 'items' | 'seeds' | 'seed' | 'time-limit',
  byDefault: number,
): number {
  return wholeNumber(name, values[name] ?? String(byDefault));
}

const STEPS = 100_000;

/** `200000,a2c=1600000`: of every policy, and of those that differ. */
function stepsOf(text: string | undefined, policies: readonly string[]): Readonly<Record<string, number>> {
  const steps = new Map(policies.map((policy) => [policy, STEPS]));
  for (const part of text?.split(',') ?? []) {
    const [count = '', policy] = part.split('=').reverse();
    const number = Number(count);
    if (!Number.isInteger(number) || number < 1)
      throw usage(`--steps takes whole numbers from 1, as in 200000,a2c=1600000, not "${part}".`);
    if (policy !== undefined && !steps.has(policy)) throw usage(`--steps names ${policy}, which is not trained.`);
    for (const one of policy === undefined ? policies : [policy]) steps.set(one, number);
  }
  return Object.fromEntries(steps);
}

/** The word for SUBER's own hyperparameters before, or in place of, numbers of one's own. */
const PUBLISHED = /^\s*published\s*(?:,|$)/;

/** `rate=0.003,steps=5` as numbers by name, for each policy those that it has; after `published,` in place of SUBER's. */
function settingsOf(
  text: string | undefined,
  policies: readonly string[],
  steps: Readonly<Record<string, number>>,
): Readonly<Record<string, PolicySpec['options']>> {
  const isPublished = PUBLISHED.test(text ?? '');
  const written = namedNumbers((text ?? '').replace(PUBLISHED, ''));
  const pairs = written.map(([name, value]) => [ownOptionName(name), value] as const);
  const strange = pairs.find(([name]) => !policies.some((policy) => hasOption(policy, name)));
  if (strange !== undefined) throw usage(`--set: none of ${policies.join(', ')} has a hyperparameter "${strange[0]}".`);
  const ofPolicy = (policy: string): PolicySpec['options'] => ({
    ...(isPublished && asPublished(policy, steps[policy] ?? STEPS)),
    ...Object.fromEntries(pairs.filter(([name]) => hasOption(policy, name))),
  });
  const settings = policies.map((policy) => [policy, ofPolicy(policy)] as const);
  for (const [policy, options] of settings) checkPolicyOptions(policy, options, '--set');
  return Object.fromEntries(settings);
}
