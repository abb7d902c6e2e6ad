import type { LabErrorData } from '../../../core/errors.ts';
import {
  type EnvironmentSpec,
  type PolicyScores,
  type PolicySpec,
  type TrainingCell,
  type TrainingSpec,
  policyLabel,
  trainingCells,
  type PolicyDescription,
} from '../../../core/simulation.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import {
  COSTS,
  PolicyFold,
  type PolicyProgress,
  type ShownCosts,
  SCORES,
  spread,
} from '../../../trace/training-fold.ts';
import { csvLines } from '../../../core/text/csv-lines.ts';
import { download } from '../../browser.ts';

/** What a curve tells: what a policy's best recommendations are worth, or what it was given while it explored. */
export type CurveMeasure = 'expectedReward' | 'meanReward';

export interface CellProgress extends PolicyProgress {
  readonly cell: TrainingCell;
}

/** What is drawn and told of a cell: what was recommended to whom is told apart. */
export type ShownCell = Omit<CellProgress, 'people'>;

export interface ShownTraining extends Omit<TrainingSpec, 'environment' | 'planner'> {
  readonly environment: Pick<EnvironmentSpec, 'rater'>;
}

export class TrainingFold {
  private readonly folds: ReadonlyMap<string, { readonly cell: TrainingCell; readonly fold: PolicyFold }>;

  constructor(spec: TrainingSpec) {
    this.folds = new Map(trainingCells(spec).map((cell) => [keyOf(cell), { cell, fold: new PolicyFold() }]));
  }

  add(cell: TrainingCell, batch: readonly TraceEvent[]): void {
    const fold = this.folds.get(keyOf(cell))?.fold;
    for (const event of batch) fold?.add(event);
  }

  get cells(): readonly CellProgress[] {
    return [...this.folds.values()].map(({ cell, fold }) => ({ cell, ...fold.progress }));
  }
}

const keyOf = ({ policy, seed }: TrainingCell): string => `${policy} ${seed}`;

export interface BandPoint {
  readonly policy: string;
  readonly steps: number;
  readonly mean: number;
  /** One standard deviation over seeds, below and above; the mean itself for one seed. */
  readonly low: number;
  readonly high: number;
  readonly seeds: number;
}

/** Whether it is known of a training what best recommendations are worth: older ones, and some of language models, do not tell. */
export const tellsExpected = (cells: readonly ShownCell[]): boolean =>
  cells.some(
    ({ points, expectedReward }) => expectedReward !== null || points.some((one) => one.expectedReward !== null),
  );

export type TitleOf = (policy: PolicySpec) => string;

/** Curves of all policies. Points that only some seeds have reached are left out as long as others will reach them. */
export function bandsOf(
  spec: ShownTraining,
  cells: readonly ShownCell[],
  measure: CurveMeasure,
  titleOf: TitleOf = policyLabel,
): readonly BandPoint[] {
  return spec.policies.flatMap((policy, at) => {
    const bySteps = new Map<number, number[]>();
    for (const { cell, points } of cells) {
      if (cell.policy !== at) continue;
      for (const { steps, [measure]: value } of points)
        if (value !== null) bySteps.set(steps, [...(bySteps.get(steps) ?? []), value]);
    }
    return [...bySteps]
      .sort(([a], [b]) => a - b)
      .map(([steps, values]): BandPoint => {
        const { mean, deviation } = spread(values);
        const [low, high] = [mean - deviation, mean + deviation];
        return { policy: titleOf(policy), steps, mean, low, high, seeds: values.length };
      });
  });
}

/** A policy that has nothing to learn: a level in place of a curve. */
export interface Level {
  readonly policy: string;
  /** What its lists are worth on average, measured as the points of the curves are. */
  readonly mean: number;
}

export function levelsOf(
  spec: ShownTraining,
  cells: readonly ShownCell[],
  titleOf: TitleOf = policyLabel,
): readonly Level[] {
  return spec.policies.flatMap((policy, at) => {
    const own = cells.filter(({ cell }) => cell.policy === at);
    const values = own.flatMap(({ expectedReward }) => (expectedReward === null ? [] : [expectedReward]));
    if (values.length === 0 || own.some(({ points }) => points.length > 0)) return [];
    return [{ policy: titleOf(policy), mean: spread(values).mean }];
  });
}

export interface PolicyRow {
  readonly policy: string;
  readonly done: number;
  readonly of: number;
  readonly failed: readonly LabErrorData[];
  readonly scores: readonly PolicyScores[];
  /** Of a planner, of each seed; empty for policies that learn. */
  readonly costs: readonly ShownCosts[];
}

export function rowsOf(
  spec: ShownTraining,
  cells: readonly ShownCell[],
  titleOf: TitleOf = policyLabel,
): readonly PolicyRow[] {
  return spec.policies.map((policy, at) => {
    const own = cells.filter(({ cell }) => cell.policy === at);
    return {
      policy: titleOf(policy),
      done: own.filter(({ scores }) => scores !== null).length,
      of: spec.seeds.length,
      failed: own.flatMap(({ error }) => (error === null ? [] : [error])),
      scores: own.flatMap(({ scores }) => (scores === null ? [] : [scores])),
      costs: own.flatMap(({ costs }) => (costs === null ? [] : [costs])),
    };
  });
}

export const policyTitle = (name: string, policies: readonly PolicyDescription[]): string =>
  policies.find((one) => one.name === name)?.title ?? name;

/** A policy and what was set of it: `A2C (rate 0.01)` of `a2c (rate 0.01)`. */
export function policyInWords(label: string, policies: readonly PolicyDescription[]): string {
  const name = /^[^\s,(]*/u.exec(label)?.[0] ?? '';
  return policyTitle(name, policies) + label.slice(name.length);
}

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
