/** @file What a training came to, as a table for a terminal and for documents. */
import { markdownTable } from '../core/text/words.ts';
import { square } from '../core/numbers/elementary-functions.ts';
import type { LabErrorData } from '../core/errors.ts';
import type { PlannerCosts, PolicyScores } from '../core/simulation.ts';
import type { CurvePoint } from '../lab/training/train-policy.ts';

export interface TrainedPolicy {
  readonly policy: string;
  readonly seed: number;
  /** As many as were learnt from: whole rounds. */
  readonly steps: number;
  readonly curve: readonly CurvePoint[];
  /** Judged by the teacher; null where it failed. */
  readonly scores: PolicyScores | null;
  /** Of a planner; null of a policy that learnt. */
  readonly costs: TimedCosts | null;
  /** What ended it before it was judged, such as that its numbers were none any more; null where nothing did. */
  readonly error: LabErrorData | null;
}

export interface TimedCosts extends PlannerCosts {
  readonly seconds: number;
}

const SCORES: readonly (readonly [title: string, score: keyof PolicyScores])[] = [
  ['average reward', 'averageReward'],
  ['MAP@10', 'map'],
  ['MRR@10', 'mrr'],
  ['Pers@10', 'personalization'],
  ['liked in 5', 'likedTop5'],
  ['disliked in 5', 'dislikedTop5'],
  ['liked in 10', 'likedTop10'],
  ['disliked in 10', 'dislikedTop10'],
];
const COSTS: readonly (readonly [title: string, cost: keyof TimedCosts])[] = [
  ['model calls', 'modelCalls'],
  ['tool calls', 'toolCalls'],
  ['tokens', 'tokens'],
  ['seconds', 'seconds'],
  ['lists', 'lists'],
  ['failures', 'failures'],
];

/** Means over the seeds that ended, with the standard deviation over them, and how many failed; where there are planners, the means of what a seed of them cost. */
export function trainTable(trained: readonly TrainedPolicy[]): string {
  const costs = trained.some((one) => one.costs !== null) ? COSTS : [];
  const head = ['policy', 'steps', ...SCORES.map(([title]) => title), ...costs.map(([title]) => title)];
  const rows = [...new Set(trained.map(({ policy }) => policy))].map((policy) => {
    const all = trained.filter((one) => one.policy === policy);
    const runs = all.filter((one) => one.scores !== null);
    const name =
      runs.length === all.length ? policy : `${policy} (${all.length - runs.length} of ${all.length} failed)`;
    const scores = SCORES.map(([, score]) => spread(runs.flatMap((run) => run.scores?.[score] ?? [])));
    return [name, String(runs[0]?.steps ?? 0), ...scores, ...costs.map(([, cost]) => costOf(runs, cost))];
  });
  return markdownTable(head, rows);
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Shares of liked genres are of nobody where no person says what they like. */
function spread(values: readonly number[]): string {
  if (values.length === 0 || values.some((value) => Number.isNaN(value))) return '–';
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + square(value - mean), 0);
  return `${mean.toFixed(2)} ± ${Math.sqrt(squares / Math.max(1, values.length - 1)).toFixed(2)}`;
}

function costOf(runs: readonly TrainedPolicy[], cost: keyof TimedCosts): string {
  const values = runs.flatMap(({ costs }) => (costs === null ? [] : [costs[cost]]));
  return values.length === 0 ? '–' : meanOf(values).toFixed(cost === 'seconds' ? 1 : 0);
}
