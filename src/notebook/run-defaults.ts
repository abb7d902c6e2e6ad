/**
 * @file What a run spec may leave out in a notebook of version 1. Were it read from the lab's present defaults, a link would mean another
 * run on the day that one of them changes.
 */
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { simulationDefaults } from './simulation-shape.ts';

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

function recommenderDefaults(name: Json | undefined): JsonObject {
  if (name === undefined || name === 'recmind') return { name: 'recmind', options: RECMIND };
  if (name === 'macrec') return { options: MACREC };
  return { options: {} };
}

function defaultsOf(spec: JsonObject): JsonObject {
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

/** Objects member by member, everything else as a whole. */
function completed(value: Json | undefined, defaults: Json): Json {
  if (value === undefined) return defaults;
  if (!isJsonObject(value) || !isJsonObject(defaults)) return value;
  const members = Object.entries(defaults).map(([key, member]) => [key, completed(value[key], member)] as const);
  return { ...value, ...Object.fromEntries(members) };
}

/** Undefined where nothing is left. */
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

export const completeRunSpec = (spec: JsonObject): JsonObject => completed(spec, defaultsOf(spec)) as JsonObject;

export const shortenRunSpec = (spec: JsonObject): JsonObject => (shortened(spec, defaultsOf(spec)) ?? {}) as JsonObject;

export const completeSimulation = (spec: JsonObject): JsonObject =>
  completed(spec, simulationDefaults(spec)) as JsonObject;

export const shortenSimulation = (spec: JsonObject): JsonObject =>
  (shortened(spec, simulationDefaults(spec)) ?? {}) as JsonObject;

export const completeRecommender = (component: JsonObject): JsonObject =>
  completed(component, recommenderDefaults(component['name'])) as JsonObject;

export const shortenRecommender = (component: JsonObject): JsonObject =>
  (shortened(component, recommenderDefaults(component['name'])) ?? {}) as JsonObject;

export const completeComponent = (component: JsonObject): JsonObject =>
  completed(component, { options: {} }) as JsonObject;

export const shortenComponent = (component: JsonObject): JsonObject =>
  (shortened(component, { options: {} }) ?? {}) as JsonObject;
