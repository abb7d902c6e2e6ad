/** @file The measurements of a run, task by task, and what they come to. */
import type { Answer } from '../../core/recommender.ts';
import type { Truth } from '../../core/task.ts';
import type { AnswerFrom, Span } from '../../core/trace.ts';
import type { RunOutput, TaskOutput } from '../../notebook/cell-output.ts';
import type { Interval, Metric } from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import { bootstrap } from '../../metrics/statistics.ts';
import { METRICS } from '../../metrics/registry.ts';

/** Of fewer people an interval would look surer than it is. */
const FEWEST_PEOPLE = 10;

function byPerson(tasks: readonly TaskOutput[], metric: string): readonly (readonly number[])[] {
  const people = new Map<number, number[]>();
  for (const { id, metrics } of tasks) {
    const value = metrics[metric];
    if (value === undefined) continue;
    const person = Number(id.split(':')[0]);
    people.set(person, [...(people.get(person) ?? []), value]);
  }
  return [...people].sort(([a], [b]) => a - b).map(([, values]) => values);
}

/** 95 % bootstrap intervals over people, with common draws; none below ten people. */
export function runIntervals(tasks: readonly TaskOutput[]): NonNullable<RunOutput['intervals']> {
  const names = [...new Set(tasks.flatMap(({ metrics }) => Object.keys(metrics)))];
  const intervals = names.flatMap((name): [string, Interval][] => {
    const metric = METRICS.find((one) => name === one.name || name === `${one.name} (explored)`);
    const people = byPerson(tasks, name);
    if (metric === undefined || people.length < FEWEST_PEOPLE) return [];
    const random = createRandom('draws of people').fork('people');
    return [[name, bootstrap(people, (values) => metric.summarize(values), random)]];
  });
  return Object.fromEntries(intervals);
}

export interface Scores {
  measure(answers: readonly Answer[], truth: Truth, task: Span): void;
  /** By metric name, `RMSE (explored)` for answers from all that was explored; null where nothing was measured. */
  summary(): Record<string, number | null>;
}

export function createScores(metrics: readonly Metric[], answeredFrom: readonly AnswerFrom[]): Scores {
  const measured = answeredFrom.flatMap((from) => metrics.map((metric) => ({ from, metric, values: [] as number[] })));
  return {
    measure(answers, truth, task) {
      for (const { from, metric, values } of measured) {
        const answer = answers.find((candidate) => candidate.from === from);
        const value = answer === undefined ? null : metric.measure(answer.recommendation, truth);
        if (value === null) continue;
        values.push(value);
        task.emit({ type: 'metric', from, name: metric.name, value });
      }
    },
    summary: () =>
      Object.fromEntries(
        measured.map(({ from, metric, values }) => [
          from === 'kept' ? metric.name : `${metric.name} (${from})`,
          values.length === 0 ? null : metric.summarize(values),
        ]),
      ),
  };
}
