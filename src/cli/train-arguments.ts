/** @file What was typed after `train`, as data. */
import { namedNumbers } from '../core/named-numbers.ts';
import { PLANNER_POLICIES } from '../core/simulation.ts';
import { HISTORY_ORACLE } from '../runs/training/history-oracle.ts';
import { checkPolicyOptions, hasOption } from '../runs/training/policy-options.ts';
import { POLICY_NAMES } from '../runs/training/policy-registry.ts';
import { RETRIEVALS } from '../environments/retrieval.ts';
import { DEFAULT_GROUND } from '../runs/training/training-ground.ts';
import { ROW_FORMATS } from '../runs/export/row-file.ts';
import { asPublished } from '../policies/as-published.ts';
import type { EnvironmentOptions } from './environment-command.ts';
import type { GroundPlace } from './open-ground.ts';
import type { TrainOptions } from './train-command.ts';
import { filmsOrBooks, usage, wholeNumber } from './usage.ts';

interface TrainValues {
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
  readonly 'time-limit'?: string;
}

/** The options of `train`. @throws LabError `spec-invalid` saying which argument is wrong */
export function trainArguments(values: TrainValues, what: string): TrainOptions {
  const { policies = 'random,popularity,a2c,oracle', rater = 'surrogate', files = '.espalier' } = values;
  const names = policies.split(',').map((name) => name.trim());
  const known = [...POLICY_NAMES, HISTORY_ORACLE, ...Object.keys(PLANNER_POLICIES)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw usage(`Unknown policy "${unknown}"; one of ${known.join(', ')}.`);
  if (rater !== 'surrogate' && rater !== 'rules') throw usage(`train learns from surrogate or rules, not "${rater}".`);
  const steps = stepsOf(values.steps, names);
  return {
    ...placeOf('train', values, what),
    policies: names,
    steps,
    seeds: whole(values, 'seeds', 1),
    usesSurrogate: rater === 'surrogate',
    options: settingsOf(values.set, names, steps),
    files,
  };
}

function placeOf(command: string, values: TrainValues, what: string): GroundPlace {
  const retrieval = RETRIEVALS.find((one) => one === (values.retrieval ?? 'feature'));
  if (retrieval === undefined)
    throw usage(`--retrieval must be one of ${RETRIEVALS.join(', ')}, not "${values.retrieval}".`);
  return {
    of: filmsOrBooks(command, what),
    people: whole(values, 'people', DEFAULT_GROUND.people),
    items: whole(values, 'items', what === 'books' ? 100 : DEFAULT_GROUND.items),
    seed: whole(values, 'seed', DEFAULT_GROUND.seed),
    catalogue: values.dataset ?? null,
    users: values.users ?? null,
    retrieval,
    timeLimit: values['time-limit'] === undefined ? null : whole(values, 'time-limit', 0),
  };
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

/** The options of `environment`. @throws LabError `spec-invalid` saying which argument is wrong */
export function environmentArguments(values: TrainValues, what: string): EnvironmentOptions {
  const format = ROW_FORMATS.find((one) => one === (values.format ?? 'csv'));
  if (format === undefined) throw usage(`--format must be one of ${ROW_FORMATS.join(', ')}, not "${values.format}".`);
  return { ...placeOf('environment', values, what), format, out: values.out ?? 'environment' };
}

/** The word for SUBER's own hyperparameters before, or in place of, numbers of one's own. */
const PUBLISHED = /^\s*published\s*(?:,|$)/;

/** `rate=0.003,steps=5` as numbers by name, for each policy those that it has; after `published,` in place of SUBER's. */
function settingsOf(
  text: string | undefined,
  policies: readonly string[],
  steps: Readonly<Record<string, number>>,
): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const isPublished = PUBLISHED.test(text ?? '');
  const pairs = namedNumbers((text ?? '').replace(PUBLISHED, ''));
  const strange = pairs.find(([name]) => !policies.some((policy) => hasOption(policy, name)));
  if (strange !== undefined) throw usage(`--set: none of ${policies.join(', ')} has a hyperparameter "${strange[0]}".`);
  const ofPolicy = (policy: string): Readonly<Record<string, number>> => ({
    ...(isPublished && asPublished(policy, steps[policy] ?? STEPS)),
    ...Object.fromEntries(pairs.filter(([name]) => hasOption(policy, name))),
  });
  const settings = policies.map((policy) => [policy, ofPolicy(policy)] as const);
  for (const [policy, options] of settings) checkPolicyOptions(policy, options, '--set');
  return Object.fromEntries(settings);
}
