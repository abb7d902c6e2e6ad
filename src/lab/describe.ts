/** @file What can be chosen in the lab, as data for the page. */
import type { FieldSchema } from '../core/form-schema.ts';
import type { RunSpec } from '../core/run.ts';
import type { OptionRange } from '../policies/hyperparameters.ts';
import { DEFAULT_METRICS, METRICS_OF } from '../metrics/registry.ts';
import { DIALS, PRESETS } from '../reasoner/dials.ts';
import { BUILT_IN_EMBEDDINGS } from '../models/built-in-embeddings.ts';
import { RECORDED_MODELS } from '../models/recorded.ts';
import { REASONER_ID, REASONER_TITLE } from '../core/reasoner-name.ts';
import { BASELINES, TEXT_BASELINES } from '../recommenders/baselines/registry.ts';
import { tasksOf } from './run/baseline-spec.ts';
import { PLANNERS } from '../planners/registry.ts';
import { READY_PROGRAMS } from '../programs/ready-programs.ts';
import type { LabDescription, TaskDescription, AgentsDescription } from './service.ts';
import { DEFAULT_DATASET } from './datasets/dataset-shelf.ts';
import { TASK_TYPES, type Task } from '../core/task.ts';
import { SYSTEM_PRESETS } from '../recommenders/macrec/defaults/systems.ts';
import { PLACES } from '../recommenders/macrec/read-files.ts';
import { DEFAULT_FILES, tasksOfSystem } from '../recommenders/macrec/read-system.ts';
import { SYSTEM_TASK } from './run/macrec-spec.ts';
import { PLANNER_POLICIES, type PolicyDescription } from '../core/simulation.ts';
import { HISTORY_ORACLE, HISTORY_ORACLE_ENTRY } from './training/history-oracle.ts';
import { EVALUATION } from './evaluation/evaluation-shape.ts';
import { SPEC as RUN_SPEC } from './run/run-spec.ts';
import { CONVERSATION } from '../notebook/shape.ts';
import { POLICIES } from './training/policy-registry.ts';
import { ENVIRONMENT, TRAINING } from './training/simulation-spec.ts';
import { SESSION_RECOMMENDERS, SESSIONS } from './sessions/run-sessions.ts';
import { choice, formSchema, z } from '../tools/schema.ts';

/** What is left empty was tuned on other people and items. */
const fieldOf = (label: string, { least, most, isWhole }: OptionRange): FieldSchema => ({
  type: isWhole ? 'integer' : 'number',
  ...{ label, minimum: least, maximum: most, step: isWhole ? 1 : 0, empty: 'tuned elsewhere' },
});

function describePolicies(): readonly PolicyDescription[] {
  return [
    ...Object.entries(POLICIES).map(([name, { title, about, options }]): PolicyDescription => ({
      name,
      title,
      about,
      kind: 'policy',
      options: Object.fromEntries(Object.entries(options).map(([label, range]) => [label, fieldOf(label, range)])),
    })),
    { name: HISTORY_ORACLE, ...HISTORY_ORACLE_ENTRY, kind: 'bound', options: {} },
    ...Object.entries(PLANNER_POLICIES).map(([name, entry]): PolicyDescription => ({
      name,
      ...entry,
      kind: 'planner',
      options: {},
    })),
  ];
}

export function describeAgents(): AgentsDescription {
  return {
    systems: SYSTEM_PRESETS.map(({ name, title }) => {
      const supported = tasksOfSystem({}, name);
      const tasks = TASK_TYPES.filter((type) => supported.some((task) => SYSTEM_TASK[type] === task));
      const talks = supported.includes('chat') ? (['conversation'] as const) : [];
      return { name, title, tasks: [...tasks, ...talks] };
    }),
    files: DEFAULT_FILES,
    places: PLACES,
    needs: [
      ...TASK_TYPES.flatMap((task: Task['type']) => {
        const named = SYSTEM_TASK[task];
        return named === undefined ? [] : [{ task, code: named }];
      }),
      { task: 'conversation', code: 'chat' },
    ],
  };
}

/** The lab's version; a trace says it, so that a difference between two machines can be told from one between two versions. */
export const VERSION = '0.1.0';

const TASKS: readonly Omit<TaskDescription, 'allMetrics'>[] = [
  { type: 'rating-prediction', title: 'Rating prediction', metrics: ['RMSE', 'MAE'] },
  { type: 'direct-recommendation', title: 'Direct recommendation', metrics: ['HR@10', 'NDCG@10'] },
  { type: 'sequential-recommendation', title: 'Sequential recommendation', metrics: ['HR@10', 'NDCG@10'] },
  {
    type: 'explanation-generation',
    title: 'Explanation generation',
    metrics: DEFAULT_METRICS['explanation-generation'],
  },
  { type: 'review-summarization', title: 'Review summarization', metrics: DEFAULT_METRICS['review-summarization'] },
];

/** One rating, one planner: what the page starts from. */
export const DEFAULT_SPEC: RunSpec = {
  dataset: { name: DEFAULT_DATASET, options: {} },
  split: { name: 'leave-last-out', options: {} },
  tasks: { name: 'rating-prediction', options: { users: [1], shots: 3 } },
  recommender: { name: 'recmind', options: { planner: 'self-inspiring', steps: 5, branching: 3 } },
  model: { name: REASONER_ID, options: {} },
  metrics: ['RMSE', 'MAE'],
  seed: 7,
  limits: { modelCalls: 10_000, tokens: 100_000_000 },
  replies: { mode: 'live' },
};

/** What Plan opens with: a language model answers; its runs are recorded in `datasets/ready-case`. */
const READY_CASE: LabDescription['readyCase'] = {
  dataset: DEFAULT_DATASET,
  user: { id: 356, name: 'Einar Copperfield' },
  planners: ['input-output', 'chain-of-thought', 'tree-of-thoughts-bfs'],
  model: RECORDED_MODELS[0].name,
  steps: 3,
};

const DEMONSTRATIONS = { zero: 'none', fixed: 'always the same', dynamic: 'the nearest' };
const CHAT = z.extend(CONVERSATION, {
  demonstrations: choice('Demonstrations', DEMONSTRATIONS, { when: { planning: ['plan-first', 'step-by-step'] } }),
});
const RUN_FORM = formSchema(RUN_SPEC);
const GRID_FORM = formSchema(EVALUATION);
const FORMS: LabDescription['forms'] = {
  run: RUN_FORM,
  grid: { ...GRID_FORM, properties: { ...GRID_FORM.properties, spec: RUN_FORM } },
  conversation: formSchema(CHAT),
  environment: formSchema(ENVIRONMENT),
  training: formSchema(TRAINING),
  sessions: formSchema(SESSIONS),
};

export function describeLab(): LabDescription {
  return {
    forms: FORMS,
    version: VERSION,
    defaultDataset: DEFAULT_DATASET,
    defaultSpec: DEFAULT_SPEC,
    readyCase: READY_CASE,
    tasks: TASKS.map((task) => ({ ...task, allMetrics: METRICS_OF[task.type] })),
    models: [
      { name: REASONER_ID, title: REASONER_TITLE, dials: DIALS, presets: PRESETS },
      ...RECORDED_MODELS.map((model) => ({ ...model, dials: [], presets: [] })),
    ],
    embeddings: BUILT_IN_EMBEDDINGS,
    baselines: [...BASELINES, ...TEXT_BASELINES].map((entry) => ({
      name: `baseline/${entry.name}`,
      title: entry.title,
      reference: entry.reference,
      tasks: tasksOf(entry),
    })),
    agents: describeAgents(),
    policies: describePolicies(),
    recommenders: SESSION_RECOMMENDERS,
    programs: READY_PROGRAMS,
    planners: PLANNERS.map(({ name, title, keeps, reference, drops, usesBranching, options }) => {
      return { name, title, keeps, reference, drops, usesBranching, options };
    }),
  };
}
