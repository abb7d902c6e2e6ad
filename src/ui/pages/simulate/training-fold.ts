import type { LabErrorData } from '../../../core/errors.ts';
import {
  type EnvironmentSpec,
  type PolicyScores,
  type PolicySpec,
  type SurrogateQuality,
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
import { count } from '../../words.ts';

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

/** What policies are worth, as a table: means over seeds ± one standard deviation. */
export function scoreTable(rows: readonly PolicyRow[]) {
  const costs = rows.some((row) => row.costs.length > 0) ? COSTS : [];
  const columns = ['Policy', ...[...SCORES, ...costs].map(([, title]) => title), 'Seeds'];
  const judged = ({ failed, scores, costs: own }: PolicyRow): string[] => {
    if (scores.length === 0)
      return [failed.length > 0 ? 'failed' : 'not judged yet', ...columns.slice(3).map(() => '')];
    return [
      ...SCORES.map(([name]) => {
        const { mean, deviation } = spread(scores.map((one) => one[name]));
        return `${fixed(mean)}${scores.length > 1 ? ` ± ${fixed(deviation)}` : ''}`;
      }),
      ...costs.map(([name]) => (own.length === 0 ? '–' : fixed(spread(own.map((one) => one[name])).mean))),
    ];
  };
  return { columns, rows: rows.map((row) => [row.policy, ...judged(row), `${row.done} of ${row.of}`]) };
}

/** Never `-0.00`; a dash where nobody gave one. */
const fixed = (value: number): string =>
  Number.isNaN(value)
    ? '–'
    : (Math.abs(value) < 0.005 ? 0 : value).toFixed(Number.isInteger(value) && value > 99 ? 0 : 2);

/** What a surrogate is worth. Equal ratings have no ranks; what is no number is null in a file. */
export const surrogateInWords = ({ fitted, teacher, heldOut, failures, ...quality }: SurrogateQuality): string =>
  [
    `The surrogate is a small model fitted on ${count(fitted)} ratings of ${teacher}.`,
    `On ${count(heldOut)} ratings that it has not seen, its RMSE is ${quality.rmse.toFixed(2)}; the best constant has ${quality.deviation.toFixed(2)}.`,
    Number.isFinite(quality.rankCorrelation)
      ? `Its rank correlation with its teacher is ${quality.rankCorrelation.toFixed(2)}.`
      : 'All its teacher’s ratings are equal, so there is nothing to rank.',
    ...(failures > 0 ? [`The teacher gave no rating ${count(failures)} times.`] : []),
    'It uses no past ratings.',
  ].join(' ');

/** A policy and what was set of it: `A2C (rate 0.01)` of `a2c (rate 0.01)`. */
export function policyInWords(label: string, policies: readonly PolicyDescription[]): string {
  const name = /^[^\s,(]*/u.exec(label)?.[0] ?? '';
  return (policies.find((one) => one.name === name)?.title ?? name) + label.slice(name.length);
}
