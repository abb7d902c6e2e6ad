/** @file Trainings as they are shown: folds over the events of their cells, and the bands over seeds. */
import type { LabErrorData } from '../../../core/errors.ts';
import type {
  EvaluatedPerson,
  PlannerCosts,
  PolicyScores,
  PolicySpec,
  SurrogateQuality,
  TrainingCell,
  TrainingSpec,
} from '../../../core/simulation.ts';
import { policyLabel, trainingCells } from '../../../core/simulation.ts';
import type { TraceEvent } from '../../../core/trace.ts';

/** What a planner cost. */
export interface ShownCosts extends PlannerCosts {
  readonly seconds: number;
}

/** A point of a learning curve. */
export interface CurvePoint {
  readonly steps: number;
  /** Of what was rated while it explored; null before the first round. */
  readonly meanReward: number | null;
  /** What its best recommendations are worth on average; null if it was not measured. */
  readonly expectedReward: number | null;
}

/** What a curve tells: what a policy's best recommendations are worth, or what it was given while it explored. */
export type CurveMeasure = 'expectedReward' | 'meanReward';

/** A cell as far as it has come. */
export interface CellProgress {
  readonly cell: TrainingCell;
  /** In the order of their steps; the first is of the policy before it learnt, if that is told. */
  readonly points: readonly CurvePoint[];
  /** What its lists are worth on average; null if it is not judged yet, or not known. */
  readonly expectedReward: number | null;
  readonly scores: PolicyScores | null;
  readonly people: readonly EvaluatedPerson[];
  /** Of a planner that was judged, with the seconds that it took here. */
  readonly costs: ShownCosts | null;
  /** Of the surrogate that it learnt from; null where it learnt from the rater itself, or has not begun. */
  readonly surrogate: SurrogateQuality | null;
  readonly error: LabErrorData | null;
  readonly isBegun: boolean;
  readonly isEnded: boolean;
}

/** What a cell's `node-end` tells. */
interface Judged {
  readonly scores: PolicyScores;
  readonly people: readonly EvaluatedPerson[];
  readonly costs?: PlannerCosts;
  readonly expectedReward?: number;
}

/** Folds the events of one cell. */
export class CellFold {
  private readonly cell: TrainingCell;
  private readonly rounds = new Map<number, CurvePoint>();
  private expectedReward: number | null = null;
  private scores: PolicyScores | null = null;
  private people: readonly EvaluatedPerson[] = [];
  private costs: ShownCosts | null = null;
  private began = 0;
  private surrogate: SurrogateQuality | null = null;
  private error: LabErrorData | null = null;
  private isBegun = false;
  private isEnded = false;

  constructor(cell: TrainingCell) {
    this.cell = cell;
  }

  add(event: TraceEvent): void {
    this.isBegun = true;
    if (event.type === 'run-start')
      this.surrogate = (event.dataset as unknown as { readonly surrogate: SurrogateQuality | null }).surrogate;
    else if (event.type === 'node-start') {
      this.began = event.time;
      this.error = null;
      const { expectedReward } = (event.detail ?? {}) as { readonly expectedReward?: number };
      if (expectedReward !== undefined) this.rounds.set(0, { steps: 0, meanReward: null, expectedReward });
    }
    // A round that was trained again after a stop gives the same point.
    else if (event.type === 'training-round') {
      const { steps, meanReward, expectedReward = null } = event;
      this.rounds.set(steps, { steps, meanReward, expectedReward });
    } else if (event.type === 'error') this.error = event.error;
    else if (event.type === 'run-end') this.isEnded = true;
    else if (event.type === 'node-end' && event.status === 'done' && event.result !== null) {
      const { scores, people, costs = null, expectedReward = null } = event.result as unknown as Judged;
      this.expectedReward = expectedReward;
      this.scores = scores;
      this.people = people;
      this.costs = costs && { ...costs, seconds: (event.time - this.began) / 1000 };
    }
  }

  get progress(): CellProgress {
    const { cell, scores, people, costs, expectedReward, surrogate, error, isBegun, isEnded } = this;
    const points = [...this.rounds.values()].sort((a, b) => a.steps - b.steps);
    return { cell, points, scores, people, costs, expectedReward, surrogate, error, isBegun, isEnded };
  }
}

/** Folds the events of all cells of a training. */
export class TrainingFold {
  private readonly folds: ReadonlyMap<string, CellFold>;

  constructor(spec: TrainingSpec) {
    this.folds = new Map(trainingCells(spec).map((cell) => [keyOf(cell), new CellFold(cell)]));
  }

  add(cell: TrainingCell, batch: readonly TraceEvent[]): void {
    const fold = this.folds.get(keyOf(cell));
    for (const event of batch) fold?.add(event);
  }

  get cells(): readonly CellProgress[] {
    return [...this.folds.values()].map(({ progress }) => progress);
  }
}

const keyOf = ({ policy, seed }: TrainingCell): string => `${policy} ${seed}`;

/** A point of a policy's curve, over the seeds that have come so far. */
export interface BandPoint {
  readonly policy: string;
  readonly steps: number;
  readonly mean: number;
  /** One standard deviation over seeds, below and above; the mean itself for one seed. */
  readonly low: number;
  readonly high: number;
  readonly seeds: number;
}

/** The mean and the standard deviation of a sample; the deviation of one value is 0. */
export function spread(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

/** Whether it is known of a training what best recommendations are worth: older ones, and some of language models, do not tell. */
export const tellsExpected = (cells: readonly CellProgress[]): boolean =>
  cells.some(
    ({ points, expectedReward }) => expectedReward !== null || points.some((one) => one.expectedReward !== null),
  );

/** How a policy is called. */
export type TitleOf = (policy: PolicySpec) => string;

/** Curves of all policies. Points that only some seeds have reached are left out as long as others will reach them. */
export function bandsOf(
  spec: TrainingSpec,
  cells: readonly CellProgress[],
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

/** The levels of policies without a curve, as soon as they are judged. */
export function levelsOf(
  spec: TrainingSpec,
  cells: readonly CellProgress[],
  titleOf: TitleOf = policyLabel,
): readonly Level[] {
  return spec.policies.flatMap((policy, at) => {
    const own = cells.filter(({ cell }) => cell.policy === at);
    const values = own.flatMap(({ expectedReward }) => (expectedReward === null ? [] : [expectedReward]));
    if (values.length === 0 || own.some(({ points }) => points.length > 0)) return [];
    return [{ policy: titleOf(policy), mean: spread(values).mean }];
  });
}

/** What a policy comes to. */
export interface PolicyRow {
  readonly policy: string;
  readonly done: number;
  readonly of: number;
  readonly failed: readonly LabErrorData[];
  readonly scores: readonly PolicyScores[];
  /** Of a planner, of each seed; empty for policies that learn. */
  readonly costs: readonly ShownCosts[];
}

/** A row for each policy. */
export function rowsOf(
  spec: TrainingSpec,
  cells: readonly CellProgress[],
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

/** The columns of the results, named as in the paper. */
export const SCORES: readonly (readonly [keyof PolicyScores, string])[] = [
  ['averageReward', 'Average reward'],
  ['map', 'MAP@10'],
  ['mrr', 'MRR@10'],
  ['personalization', 'Pers@10'],
  ['likedTop5', 'Liked in 5'],
  ['dislikedTop5', 'Disliked in 5'],
  ['likedTop10', 'Liked in 10'],
  ['dislikedTop10', 'Disliked in 10'],
];

/** The columns of what planners cost. */
export const COSTS: readonly (readonly [keyof ShownCosts, string])[] = [
  ['modelCalls', 'Model calls'],
  ['toolCalls', 'Tool calls'],
  ['tokens', 'Tokens'],
  ['seconds', 'Seconds'],
  ['lists', 'Lists'],
  ['failures', 'Failed'],
];
