/** @file A notebook's short form and its complete one. The defaults belong to version 1, so that a link means one run for ever. */
import { asJson, canonicalJson, isJsonObject, jsonMembers, type Json, type JsonObject } from '../core/json.ts';
import { DEFAULT_ENVIRONMENT } from '../core/simulation.ts';
import { forRaters } from '../core/task.ts';
import type { Notebook } from './notebook.ts';

const COMPONENT: JsonObject = { options: {} };

const RECMIND: JsonObject = {
  planner: 'self-inspiring',
  steps: 5,
  branching: 3,
  readingOfLine7: 'S-prime',
  alternativeCounts: true,
  answerFrom: 'kept',
  voters: 3,
  temperature: 0.7,
  budget: null,
  tools: [
    { name: 'database', options: {} },
    { name: 'search', options: { provider: 'catalogue', allowNetwork: false, baseUrl: null } },
    { name: 'summarize', options: { provider: 'extractive' } },
  ],
};

const MACREC: JsonObject = {
  system: 'analyst',
  rounds: 2,
  history: 10,
  form: null,
  tokenLimit: null,
  patience: 600,
  search: { provider: 'catalogue', allowNetwork: false, baseUrl: null },
};

const TASK: JsonObject = { users: null, count: null, shots: 0, candidates: 100, history: 20 };

const RANKING = ['HR@5', 'NDCG@5', 'HR@10', 'NDCG@10'];
const TEXTS = ['BLEU-2', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L'];

const METRICS: ReadonlyMap<unknown, Json> = new Map([
  ['rating-prediction', ['RMSE', 'MAE']],
  ['direct-recommendation', RANKING],
  ['sequential-recommendation', RANKING],
  ['explanation-generation', TEXTS],
  ['review-summarization', TEXTS],
  ['simulated-conversation', ['HR@5 at once', 'HR@1', 'HR@5', 'turns']],
  ...Object.entries({ ...forRaters(['Accuracy']), 'rater-similarity': ['similarity'] }),
]);

const RUN: JsonObject = {
  split: { name: 'leave-last-out', options: {} },
  model: { name: 'built-in/reasoner', options: {} },
  seed: 1,
  limits: { modelCalls: 1_000_000, tokens: 1e10 },
  replies: { mode: 'live' },
};

const nameOf = (component: Json | undefined): Json | undefined =>
  isJsonObject(component) ? component['name'] : undefined;

export function recommenderDefaults(name: Json | undefined): JsonObject {
  if (name === undefined || name === 'recmind') return { name: 'recmind', options: RECMIND };
  if (name === 'macrec') return { options: MACREC };
  return { options: {} };
}

export function runDefaults(spec: JsonObject): JsonObject {
  const task = nameOf(spec['tasks']);
  const metrics = METRICS.get(task);
  // A task that this table does not know is left for the lab to refuse or to complete.
  return {
    ...RUN,
    dataset: { options: {} },
    recommender: recommenderDefaults(nameOf(spec['recommender'])),
    tasks: { options: metrics === undefined ? {} : TASK },
    // Nothing stands for a critic that a spec leaves out: the model then judges itself.
    ...(isJsonObject(spec['critic']) && { critic: { options: {} } }),
    metrics: metrics ?? [],
  };
}

const { of: _, prompt: __, ...ENVIRONMENT } = asJson(DEFAULT_ENVIRONMENT) as JsonObject;

const SIMULATIONS: Readonly<Record<string, JsonObject>> = {
  conversation: {
    model: { name: 'built-in/reasoner', options: {} },
    planning: 'plan-first',
    reflections: 2,
    profile: true,
    seed: 1,
  },
  training: {
    environment: { ...ENVIRONMENT, peopleOf: 'synthetic', items: 60 },
    policies: ['random', 'popularity', 'a2c', 'oracle'].map((name) => ({ name, options: {} })),
    learnsFrom: 'surrogate',
    steps: 20_480,
    seeds: [1],
  },
};

const simulationDefaults = ({ kind }: JsonObject): JsonObject => ({
  ...(typeof kind === 'string' && Object.hasOwn(SIMULATIONS, kind) ? SIMULATIONS[kind] : {}),
  dataset: COMPONENT,
});

function completed(value: Json | undefined, defaults: Json): Json {
  if (value === undefined) return defaults;
  if (!isJsonObject(value) || !isJsonObject(defaults)) return value;
  const members = Object.entries(defaults).map(([key, member]) => [key, completed(value[key], member)] as const);
  return { ...value, ...Object.fromEntries(members) };
}

function shortened(value: Json, defaults: Json | undefined): Json | undefined {
  if (defaults === undefined) return value;
  if (!isJsonObject(value) || !isJsonObject(defaults)) {
    return canonicalJson(value) === canonicalJson(defaults) ? undefined : value;
  }
  const members = Object.entries(value)
    .map(([key, member]) => [key, shortened(member, defaults[key])] as const)
    .filter((member): member is [string, Json] => member[1] !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

type Form = (value: JsonObject, defaults: JsonObject) => JsonObject;
export const complete: Form = (value, defaults) => completed(value, defaults) as JsonObject;
export const shorten: Form = (value, defaults) => (shortened(value, defaults) ?? {}) as JsonObject;

type Rewrite = (value: JsonObject) => JsonObject;

/** What is not of the right kind stays as it is, for the check of the shape to name. */
const whereObject = (value: Json | undefined, rewrite: Rewrite): Json | undefined =>
  isJsonObject(value) ? rewrite(value) : value;
const eachObject = (value: Json | undefined, rewrite: Rewrite): Json | undefined =>
  Array.isArray(value) ? value.map((entry: Json) => (isJsonObject(entry) ? rewrite(entry) : entry)) : value;

function withMembers(cell: JsonObject, members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const all = Object.entries({ ...cell, ...members });
  return Object.fromEntries(all.filter((member): member is [string, Json] => member[1] !== undefined));
}

function gridDefaults(spec: Json | undefined): JsonObject {
  if (!isJsonObject(spec)) return {};
  const { recommender, model, seed, tasks } = spec;
  const shots = isJsonObject(tasks) && isJsonObject(tasks['options']) ? tasks['options']['shots'] : undefined;
  const lists = { recommenders: recommender, models: model, shots, seeds: seed };
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]])),
  );
}

function inForm(cell: JsonObject, form: Form): JsonObject {
  const component: Rewrite = (value) => form(value, COMPONENT);
  const run = (): Json | undefined => whereObject(cell['spec'], (spec) => form(spec, runDefaults(spec)));
  switch (cell['type']) {
    case 'dataset':
      return withMembers(cell, { dataset: whereObject(cell['dataset'], component) });
    case 'run':
    case 'comparison':
      return withMembers(cell, { spec: run() });
    case 'simulation': {
      const simulation: Rewrite = (written) => {
        const spec = form(written, simulationDefaults(written));
        return withMembers(spec, { policies: eachObject(spec['policies'], component) });
      };
      return withMembers(cell, { spec: whereObject(cell['spec'], simulation) });
    }
    case 'evaluation':
      return withMembers(cell, {
        spec: run(),
        recommenders: eachObject(cell['recommenders'], (one) => form(one, recommenderDefaults(one['name']))),
        models: eachObject(cell['models'], component),
      });
    default:
      return cell;
  }
}

function completeCell(cell: JsonObject): JsonObject {
  const whole = inForm(cell, complete);
  if (cell['type'] === 'evaluation') return { ...gridDefaults(whole['spec']), ...whole };
  return cell['type'] === 'chart' ? { y: null, colour: null, ...cell } : whole;
}

function shortenCell(cell: JsonObject): JsonObject {
  if (cell['type'] === 'chart')
    return withMembers(cell, { y: cell['y'] ?? undefined, colour: cell['colour'] ?? undefined });
  if (cell['type'] !== 'evaluation') return inForm(cell, shorten);
  const defaults = gridDefaults(cell['spec']);
  const same = Object.keys(defaults).filter((name) => canonicalJson(cell[name]) === canonicalJson(defaults[name]));
  return withMembers(inForm(cell, shorten), Object.fromEntries(same.map((name) => [name, undefined])));
}

export const completeNotebook = (notebook: JsonObject): JsonObject =>
  withMembers(notebook, { cells: eachObject(notebook['cells'], completeCell) });

export const shortenNotebook = (notebook: Notebook): JsonObject => {
  const json = jsonMembers(asJson(notebook));
  return withMembers(json, { cells: eachObject(json['cells'], shortenCell) });
};
