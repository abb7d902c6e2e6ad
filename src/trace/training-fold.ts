/** @file One policy under one seed as its events tell it, on the page, in a notebook and in the terminal. */
import type { LabErrorData } from '../core/errors.ts';
import type { EvaluatedPerson, PlannerCosts, PolicyScores, SurrogateQuality } from '../core/simulation.ts';
import { square } from '../core/numbers/elementary-functions.ts';
import type { TraceEvent } from '../core/trace.ts';

export interface ShownCosts extends PlannerCosts {
  readonly seconds: number;
}

export interface CurvePoint {
  readonly steps: number;
  readonly meanReward: number | null;
  readonly expectedReward: number | null;
}

export interface PolicyProgress {
  readonly points: readonly CurvePoint[];
  /** What its lists are worth on average; null if that is not known. */
  readonly expectedReward: number | null;
  readonly scores: PolicyScores | null;
  readonly people: readonly EvaluatedPerson[];
  readonly costs: ShownCosts | null;
  readonly surrogate: SurrogateQuality | null;
  readonly error: LabErrorData | null;
  readonly isBegun: boolean;
  readonly isEnded: boolean;
}

/** Folds the events of one policy under one seed; after a stop they go on in a node of their own. */
export class PolicyFold {
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

  add(event: TraceEvent): void {
    this.isBegun = true;
    if (event.type === 'run-start' && event.dataset !== null && 'surrogate' in event.dataset)
      this.surrogate = event.dataset.surrogate;
    else if (event.type === 'node-start') {
      this.began = event.time;
      this.error = null;
      if (event.detail === null || !('policy' in event.detail)) return;
      const { expectedReward } = event.detail;
      if (expectedReward !== undefined) this.rounds.set(0, { steps: 0, meanReward: null, expectedReward });
    }
    // A round that was trained again after a stop gives the same point.
    else if (event.type === 'training-round') {
      const { steps, meanReward, expectedReward = null } = event;
      this.rounds.set(steps, { steps, meanReward, expectedReward });
    } else if (event.type === 'error') this.error = event.error;
    else if (event.type === 'run-end') this.isEnded = true;
    else if (event.type === 'node-end' && event.result !== null && 'scores' in event.result) {
      const { scores, people, costs = null, expectedReward = null } = event.result;
      this.expectedReward = expectedReward;
      this.scores = readScores(scores);
      this.people = people;
      this.costs = costs && { ...costs, seconds: (event.time - this.began) / 1000 };
    }
  }

  get progress(): PolicyProgress {
    const { scores, people, costs, expectedReward, surrogate, error, isBegun, isEnded } = this;
    const points = [...this.rounds.values()].sort((a, b) => a.steps - b.steps);
    return { points, scores, people, costs, expectedReward, surrogate, error, isBegun, isEnded };
  }
}

/** JSON has no NaN: a score that nobody gave is null there. */
const readScores = (scores: { readonly [Name in keyof PolicyScores]: number | null }): PolicyScores =>
  Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, value ?? NaN])) as PolicyScores;

export const COSTS: readonly (readonly [keyof ShownCosts, string])[] = [
  ['modelCalls', 'Model calls'],
  ['toolCalls', 'Tool calls'],
  ['tokens', 'Tokens'],
  ['seconds', 'Seconds'],
  ['lists', 'Lists'],
  ['failures', 'Failed'],
];

/** The mean and the standard deviation of a sample; the deviation of one value is 0. */
export function spread(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + square(value - mean), 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

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
