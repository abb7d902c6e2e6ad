/** @file What of a training is saved as files: the scores and the curves. */
import { csvLines } from '../../../core/text/csv-lines.ts';
import { policyLabel, type TrainingSpec } from '../../../core/simulation.ts';
import { download } from '../../download.ts';
import { SCORES } from '../../../trace/training-fold.ts';
import { COSTS, type CellProgress } from './training-fold.ts';

/** A line for each policy and seed. */
export function saveScores({ policies }: TrainingSpec, cells: readonly CellProgress[]): void {
  const quality = ['surrogate_rmse', 'surrogate_rank_correlation'];
  const head = ['policy', 'seed', ...SCORES.map(([name]) => name), ...quality, ...COSTS.map(([name]) => name)];
  const lines = cells.flatMap(({ cell, scores, surrogate, costs }) => {
    const policy = policies[cell.policy];
    if (scores === null || policy === undefined) return [];
    const worth = [surrogate?.rmse ?? null, surrogate?.rankCorrelation ?? null];
    const cost = COSTS.map(([name]) => costs?.[name] ?? null);
    return [[policyLabel(policy), cell.seed, ...SCORES.map(([name]) => scores[name]), ...worth, ...cost]];
  });
  download(new Blob([csvLines([head, ...lines])]), 'policies.csv');
}

/** A line for each point of each curve. */
export function saveCurves({ policies }: TrainingSpec, cells: readonly CellProgress[]): void {
  const head = ['policy', 'seed', 'steps', 'expected_reward', 'mean_reward_exploring'];
  const lines = cells.flatMap(({ cell, points }) =>
    points.map(({ steps, expectedReward, meanReward }) => [
      policyLabel(policies[cell.policy]!),
      cell.seed,
      steps,
      expectedReward,
      meanReward,
    ]),
  );
  download(new Blob([csvLines([head, ...lines])]), 'curves.csv');
}
