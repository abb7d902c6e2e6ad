/**
 * @file What the experiment compares. Nothing here is known to a planner: it meets a preset only through the replies of the
 * model.
 */
import type { Json } from '../../core/json.ts';
import { PRESETS, type Dials } from '../../reasoner/dials.ts';

/** The kinds of tasks of the experiment. */
export const TASK_TYPES = ['rating-prediction', 'direct-recommendation'] as const;
/** A kind of task of the experiment. */
export type ExperimentTask = (typeof TASK_TYPES)[number];

/** A planner with its options. */
export interface Variant {
  readonly name: string;
  readonly options: Readonly<Record<string, Json>>;
}

/** The six planners, and the other readings of Algorithm 1. */
export const VARIANTS: readonly Variant[] = [
  { name: 'IO', options: { planner: 'input-output' } },
  { name: 'CoT', options: { planner: 'chain-of-thought' } },
  { name: 'ToT-BFS', options: { planner: 'tree-of-thoughts-bfs' } },
  { name: 'ToT-DFS', options: { planner: 'tree-of-thoughts-dfs' } },
  { name: 'SI', options: { planner: 'self-inspiring' } },
  { name: 'SI, alternatives free', options: { planner: 'self-inspiring', alternativeCounts: false } },
  { name: 'SI, given S', options: { planner: 'self-inspiring', readingOfLine7: 'S' } },
  { name: 'SI, filtered', options: { planner: 'self-inspiring-filtered' } },
];

/** What is held equal between planners. */
export interface Regime {
  readonly name: string;
  readonly title: string;
  readonly options: Readonly<Record<string, Json>>;
  /** The dials that depart from the preset's. */
  readonly dials: Partial<Dials>;
  readonly variants: readonly Variant[];
}

// Enough that only the budget ends planning.
const WITHOUT_END = 40;
// Where only the budget ends planning, steps are not counted, so that counting alternatives as steps changes nothing.
const BUDGETED = VARIANTS.filter(({ name }) => name !== 'SI, alternatives free');
const TREES = VARIANTS.filter(({ name }) => name === 'ToT-BFS' || name === 'ToT-DFS');

/** The comparisons, in the order of their tables. */
export const REGIMES: readonly Regime[] = [
  {
    name: 'depth',
    title: 'Equal depth: T = 5, planning may end',
    options: { steps: 5 },
    dials: {},
    variants: VARIANTS,
  },
  {
    name: 'tool-calls',
    title: 'Equal tool calls: 9, no early end',
    options: { steps: WITHOUT_END, budget: { toolCalls: 9, modelCalls: null } },
    dials: {},
    variants: BUDGETED,
  },
  {
    name: 'model-calls',
    title: 'Equal model calls: 30, no early end',
    options: { steps: WITHOUT_END, budget: { toolCalls: null, modelCalls: 30 } },
    dials: {},
    variants: BUDGETED,
  },
  {
    name: 'same-tree',
    title: 'Same tree, two answers: T = 5, all explored states in sight',
    options: { steps: 5, answerFrom: 'both' },
    dials: { contextSpan: 40 },
    variants: TREES,
  },
];

/** The context span of the same tree under a preset whose point is a short span stays as it is. */
export function dialsOf(preset: string, regime: Regime, temperature: number): Readonly<Record<string, Json>> {
  const { contextSpan: _, ...others } = regime.dials;
  return { preset, temperature, ...(preset === 'short-memory' ? others : regime.dials) };
}

/** The presets, by name. */
export const PRESET_NAMES: readonly string[] = PRESETS.map(({ name }) => name);

/** Temperatures among which one is chosen on the first half of the people. */
export const TEMPERATURES = [0.05, 0.1, 0.2] as const;
/** Seeds that the choice takes. */
export const CHOICE_SEEDS = 2;

/** The metrics of a kind of task; the first decides on the temperature. */
export const METRIC_NAMES: Readonly<Record<ExperimentTask, readonly [string, string]>> = {
  'rating-prediction': ['RMSE', 'MAE'],
  'direct-recommendation': ['NDCG@10', 'HR@10'],
};
