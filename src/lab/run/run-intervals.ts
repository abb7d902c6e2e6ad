/** @file How sure the metrics of a notebook's run are, with the draws and the summaries of an evaluation's table. */
import type { RunOutput, TaskOutput } from '../../notebook/cell-output.ts';
import type { Interval } from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import { bootstrap } from '../../metrics/bootstrap.ts';
import { METRICS } from '../../metrics/registry.ts';

/** Of fewer people an interval would look surer than it is. */
const FEWEST_PEOPLE = 10;

/** The values of a metric by person, ascending by id. */
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

/**
 * 95 % intervals of a run's metrics by bootstrap over people, the same people drawn for every run and metric.
 * @returns by metric name, as in the run's summary; none of fewer than ten people, nor of values that are no metric of tasks
 */
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
