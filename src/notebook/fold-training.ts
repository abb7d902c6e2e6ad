/** @file The events of a training as the output of a notebook's cell: the fold of the Simulate page, with names in place of numbers. */
import { costsWith, NO_COSTS } from '../core/costs.ts';
import type { EvaluatedPerson, NamedGround } from '../core/simulation.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';
import { createDigest } from '../trace/digest.ts';
import { PolicyFold, SCORES } from '../trace/training-fold.ts';
import type { RunFold, RunOutput, RunPosition, TaskOutput } from './cell-output.ts';
import type { CellTrainingSpec } from './notebook.ts';
import { createPromptsDigest, fingerprint, specDigest } from './fingerprints.ts';

/** What notebooks' charts and texts call a column, where the paper calls it otherwise. */
const COLUMNS: Readonly<Record<string, string>> = { 'Average reward': 'Average rating' };

export const SCORE_COLUMNS = SCORES.map(([score, title]) => [score, COLUMNS[title] ?? title] as const);

export class TrainingOutput implements RunFold {
  private readonly spec: CellTrainingSpec;
  private readonly named: Pick<RunOutput, 'label' | 'trace'>;
  private readonly policy = new PolicyFold();
  private readonly digest = createDigest();
  private readonly prompts = createPromptsDigest();
  private costs = NO_COSTS;
  private start: EventOf<'run-start'> | null = null;
  private last: EventOf<'run-end'> | null = null;
  private events = 0;
  private output: RunOutput | null = null;

  constructor(spec: CellTrainingSpec, named: Pick<RunOutput, 'label' | 'trace'>) {
    this.spec = spec;
    this.named = named;
  }

  get position(): RunPosition {
    return { done: this.last === null ? 0 : 1, tasks: this.start?.tasks ?? 0, events: this.events };
  }

  add(event: TraceEvent): void {
    this.events += 1;
    this.policy.add(event);
    this.digest.add(event);
    this.prompts.add(event);
    this.costs = costsWith(this.costs, event);
    if (event.type === 'run-start') this.start = event;
    else if (event.type === 'run-end') this.last = event;
  }

  end(): RunOutput | null {
    return (this.output ??= this.ended());
  }

  private ended(): RunOutput | null {
    const { start, last, named, events } = this;
    const dataset = start?.dataset ?? null;
    const ground = dataset !== null && 'named' in dataset ? dataset.named : undefined;
    if (start === null || last === null || ground === undefined) return null;
    const { points, people, expectedReward, surrogate, error } = this.policy.progress;
    const digest = this.digest.hex();
    return {
      ...named,
      dataset: { name: ground.dataset.name, title: ground.dataset.title, synthetic: ground.dataset.synthetic },
      model: start.model,
      summary: this.summary(last.outcome, digest),
      fingerprints: {
        dataset: fingerprint(ground.dataset.sha256),
        spec: specDigest(this.spec),
        prompts: this.prompts.hex(),
        results: fingerprint(digest),
      },
      error,
      tasks: people.map((person) => taskOf(person, ground)),
      training: this.spec,
      ...(points.length > 0 && { curve: points }),
      ...(expectedReward !== null && { expectedReward }),
      ...(surrogate !== null && { surrogate }),
      events,
    };
  }

  private summary(outcome: RunOutput['summary']['outcome'], digest: string): RunOutput['summary'] {
    const { scores, people, error } = this.policy.progress;
    const { modelCalls, toolCalls, tokens, replies } = this.costs;
    const metrics = SCORE_COLUMNS.map(([score, column]) => {
      const value = scores?.[score] ?? NaN;
      return [column, Number.isNaN(value) ? null : value] as const;
    });
    return {
      outcome,
      metrics: scores === null ? {} : Object.fromEntries(metrics),
      tasks: people.length,
      failures: error === null ? {} : { [error.code]: 1 },
      modelCalls,
      toolCalls,
      tokens,
      replies,
      digest,
    };
  }
}

function taskOf({ user, items, ratings }: EvaluatedPerson, ground: NamedGround): TaskOutput {
  const listed = items.map((item, at) => {
    const rating: number | null = ratings[at] ?? null;
    return { title: ground.items[item] ?? '', rating: Number.isNaN(rating) ? null : rating };
  });
  const rated = listed.flatMap(({ rating }) => rating ?? []);
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
    listed,
  };
}
