/** @file What is run for the average of a planner at a place of the dial, and what is read of it. */
import type { Dial } from '../../client/lab.ts';
import type { DatasetManifest } from '../../core/dataset.ts';
import type { Json } from '../../core/json.ts';
import type { RunSpec, RunSummary } from '../../core/run.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { metricOf, specAt } from './turnable.ts';
import type { AverageSettings } from './words.ts';

/** So many tasks are averaged over, where the dataset has as many. */
export const AVERAGED_TASKS = 40;

/** A planner at one place of the dial. */
export type Average = Readonly<Record<AnswerFrom, number | null>> & {
  /** How many tasks were answered. */
  readonly tasks: number;
};

/** The places of a dial, both ends included. */
export function placesOf({ min, max, step }: Pick<Dial, 'min' | 'max' | 'step'>): readonly number[] {
  const count = Math.round((max - min) / step);
  // As the slider itself rounds them.
  return Array.from({ length: count + 1 }, (_, index) => Number((min + index * step).toFixed(6)));
}

/** A run over many tasks in the place of one. @param people who have a task, of whom at most `AVERAGED_TASKS` are drawn */
export function averageSpec(spec: RunSpec, value: number, people: number): RunSpec {
  const options = Object.fromEntries(Object.entries(spec.tasks.options).filter(([name]) => name !== 'samples'));
  const { modelCalls, tokens } = spec.limits;
  // An average is of the dataset, whoever was added to it for the run.
  const { person: _, ...part } = spec.dataset.options;
  return {
    ...specAt(spec, value),
    dataset: { ...spec.dataset, options: part },
    tasks: { ...spec.tasks, options: { ...options, users: null, count: Math.min(AVERAGED_TASKS, people) } },
    recommender: { ...spec.recommender, options: { ...spec.recommender.options, answerFrom: 'both' } },
    metrics: [metricOf(spec)],
    // They were those of one task.
    limits: { modelCalls: modelCalls * AVERAGED_TASKS, tokens: tokens * AVERAGED_TASKS },
  };
}

/** What the averages of a run are measured on. */
export function settingsOf(
  { tasks, recommender, seed }: RunSpec,
  { title, itemNoun }: Pick<DatasetManifest, 'title' | 'itemNoun'>,
): AverageSettings {
  const numberIn = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);
  const { steps, branching } = recommender.options;
  const numbers = { shots: numberIn(tasks.options['shots']), steps: numberIn(steps), branches: numberIn(branching) };
  return { dataset: title, task: tasks.name.replaceAll('-', ' '), itemNoun, seed, ...numbers };
}

/** What a run over many tasks came to. */
export function averageOf(spec: RunSpec, { metrics, tasks, failures }: RunSummary): Average {
  const metric = metricOf(spec);
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return {
    kept: metrics[metric] ?? null,
    explored: metrics[`${metric} (explored)`] ?? null,
    tasks: tasks - failed,
  };
}
