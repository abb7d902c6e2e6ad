/** @file The events of a training as the output of a notebook's cell: the fold of the Simulate page, with names in place of numbers. */
import { costsWith, NO_COSTS } from '../core/costs.ts';
import type { EvaluatedPerson, NamedGround } from '../core/simulation.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';
import { createDigest } from '../trace/digest.ts';
import { PolicyFold, SCORES } from '../trace/training-fold.ts';
import type { RunEnd, RunPart, TaskOutput } from './cell-output.ts';
import type { CellTrainingSpec } from './notebook.ts';

/** What notebooks' charts and texts call a column, where the paper calls it otherwise. */
const COLUMNS: Readonly<Record<string, string>> = { 'Average reward': 'Average rating' };

export const SCORE_COLUMNS = SCORES.map(([score, title]) => [score, COLUMNS[title] ?? title] as const);

export class TrainingPart implements RunPart {
  done = 0;
  private readonly spec: CellTrainingSpec;
  private readonly policy = new PolicyFold();
  private readonly digest = createDigest();
  private costs = NO_COSTS;

  constructor(spec: CellTrainingSpec) {
    this.spec = spec;
  }

  add(event: TraceEvent): void {
    this.policy.add(event);
    this.digest.add(event);
    this.costs = costsWith(this.costs, event);
    if (event.type === 'run-end') this.done = 1;
  }

  end({ dataset }: EventOf<'run-start'>, { outcome }: EventOf<'run-end'>): RunEnd | null {
    const ground = dataset !== null && 'named' in dataset ? dataset.named : undefined;
    if (ground === undefined) return null;
    const { points, people, expectedReward, surrogate, error, scores } = this.policy.progress;
    const { modelCalls, toolCalls, tokens, replies } = this.costs;
    const metrics = SCORE_COLUMNS.map(([score, column]) => {
      const value = scores?.[score] ?? NaN;
      return [column, Number.isNaN(value) ? null : value] as const;
    });
    return {
      dataset: ground.dataset,
      summary: {
        outcome,
        metrics: scores === null ? {} : Object.fromEntries(metrics),
        tasks: people.length,
        failures: error === null ? {} : { [error.code]: 1 },
        modelCalls,
        toolCalls,
        tokens,
        replies,
        digest: this.digest.hex(),
      },
      error,
      tasks: people.map((person) => taskOf(person, ground)),
      training: this.spec,
      curve: points,
      expectedReward,
      surrogate,
    };
  }
}

function taskOf({ user, ratings }: EvaluatedPerson, ground: NamedGround): TaskOutput {
  const rated = ratings.filter((rating): rating is number => rating !== null && !Number.isNaN(rating));
  const mean = rated.reduce((sum, rating) => sum + rating, 0) / rated.length;
  return {
    id: String(user),
    label: ground.people[user] ?? '',
    answer: null,
    truth: null,
    metrics: rated.length > 0 ? { 'Average rating': mean } : {},
    error: null,
    modelCalls: 0,
    toolCalls: 0,
    tokens: 0,
  };
}
