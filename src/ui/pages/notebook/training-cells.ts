/** @file The runs of a training cell as the Simulate page shows trainings: what was trained then, whatever the cell says by now. */
import type { RunOutput } from '../../../notebook/cell-output.ts';
import { SCORE_COLUMNS } from '../../../notebook/fold-training.ts';
import { policyLabel, type PolicyScores, type PolicySpec } from '../../../core/simulation.ts';
import type { ShownCell, ShownTraining } from '../simulate/training-fold.ts';

/** A training with its cells. */
export interface ShownRuns {
  readonly spec: ShownTraining;
  readonly cells: readonly ShownCell[];
}

const RULES: ShownTraining['environment'] = { rater: { name: 'rules', options: {} } };

/** Of outputs from before 26 November 2026 the label alone tells the policy. */
const trainedIn = ({ label, training }: RunOutput): { readonly policy: PolicySpec; readonly seed: number } => ({
  policy: training?.policies[0] ?? { name: label, options: {} },
  seed: training?.seeds[0] ?? 1,
});

/** The trainings of a cell's runs; null if it has no runs. */
export function shownRuns(runs: readonly RunOutput[]): ShownRuns | null {
  const [first] = runs;
  if (first === undefined) return null;
  const trained = runs.map(trainedIn);
  const policies = new Map(trained.map(({ policy }) => [policyLabel(policy), policy]));
  const labels = [...policies.keys()];
  const { steps = 0, learnsFrom = 'surrogate' } = first.training ?? {};
  const seeds = [...new Set(trained.map(({ seed }) => seed))];
  const spec: ShownTraining = { environment: RULES, policies: [...policies.values()], seeds, steps, learnsFrom };
  const cells = runs.map(({ summary, curve = [], expectedReward = null, surrogate = null, error }, at): ShownCell => {
    const { policy, seed } = trained[at]!;
    return {
      cell: { policy: labels.indexOf(policyLabel(policy)), seed },
      points: curve.map((point) => ({ ...point, expectedReward: point.expectedReward ?? null })),
      scores: scoresIn(summary.metrics),
      expectedReward,
      surrogate,
      error,
      costs: null,
      isBegun: true,
      isEnded: true,
    };
  });
  return { spec, cells };
}

/** Null where it was not judged. */
function scoresIn(metrics: RunOutput['summary']['metrics']): PolicyScores | null {
  if (Object.keys(metrics).length === 0) return null;
  const scores = SCORE_COLUMNS.map(([score, column]) => [score, metrics[column] ?? NaN] as const);
  return Object.fromEntries(scores) as PolicyScores;
}
