/**
 * @file What can be chosen in the lab, as data for the page.
 */
import type { RunSpec } from '../core/run.ts';
import { DEFAULT_METRICS, METRICS_OF } from '../metrics/registry.ts';
import { DIALS, PRESETS } from '../reasoner/dials.ts';
import { BUILT_IN_EMBEDDINGS } from '../models/built-in-embeddings.ts';
import { REASONER_ID, REASONER_TITLE } from '../core/reasoner-name.ts';
import { BASELINES, TEXT_BASELINES } from '../recommenders/baselines/registry.ts';
import { tasksOf } from './run/baseline-spec.ts';
import { PLANNERS } from '../planners/registry.ts';
import { READY_PROGRAMS } from '../programs/ready/registry.ts';
import { describePolicies } from './training/describe-policies.ts';
import { describeAgents } from './describe-agents.ts';
import type { LabDescription, TaskDescription } from './service.ts';
import { DEFAULT_DATASET } from './datasets/dataset-shelf.ts';
import { KEPT_RUNS } from './run/run-retention.ts';

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

/** What `datasets/ready-case/make.ts` found; its runs are recorded beside it. */
const READY_CASE: LabDescription['readyCase'] = {
  dataset: DEFAULT_DATASET,
  user: { id: 448, name: 'Klaus Ibarra' },
  seed: 13,
};

/** Everything that can be chosen. */
export function describeLab(): LabDescription {
  return {
    version: VERSION,
    keptRuns: KEPT_RUNS,
    defaultDataset: DEFAULT_DATASET,
    defaultSpec: DEFAULT_SPEC,
    readyCase: READY_CASE,
    tasks: TASKS.map((task) => ({ ...task, allMetrics: METRICS_OF[task.type] })),
    models: [{ name: REASONER_ID, title: REASONER_TITLE, dials: DIALS, presets: PRESETS }],
    embeddings: BUILT_IN_EMBEDDINGS,
    baselines: [...BASELINES, ...TEXT_BASELINES].map((entry) => ({
      name: `baseline/${entry.name}`,
      title: entry.title,
      reference: entry.reference,
      tasks: tasksOf(entry),
    })),
    agents: describeAgents(),
    policies: describePolicies(),
    programs: READY_PROGRAMS,
    planners: PLANNERS.map(({ name, title, keeps, reference, drops, usesBranching, options }) => ({
      name,
      title,
      keeps,
      reference,
      drops,
      usesBranching,
      options,
    })),
  };
}
