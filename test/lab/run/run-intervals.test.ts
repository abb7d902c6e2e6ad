/** @file Intervals of a notebook's runs: those of an evaluation's table over the same people, and none of too few. */
import { expect, test } from 'vitest';
import type { TaskOutput } from '../../../src/notebook/cell-output.ts';
import { createRandom } from '../../../src/core/random.ts';
import { runIntervals } from '../../../src/lab/run/scores.ts';
import { bootstrap } from '../../../src/metrics/statistics.ts';
import { rmse } from '../../../src/metrics/rating.ts';

const task = (person: number, metrics: TaskOutput['metrics']): TaskOutput =>
  ({ id: `${String(person)}:7`, metrics }) as unknown as TaskOutput;
const errors = Array.from({ length: 12 }, (_, at) => (at * 7) % 5);

test('of a metric and of its second answer, over people in the order of their ids', () => {
  const tasks = errors.map((error, at) => task(at + 1, { RMSE: error, 'RMSE (explored)': error + 1 }));
  const measured = runIntervals([...tasks].reverse());
  const expected = bootstrap(
    errors.map((error) => [error]),
    (values) => rmse.summarize(values),
    createRandom('draws of people').fork('people'),
  );
  expect(measured['RMSE']).toEqual(expected);
  expect(expected.low).toBeLessThan(expected.value);
  expect(expected.high).toBeGreaterThan(expected.value);
  expect(measured['RMSE (explored)']?.value).toBeCloseTo(rmse.summarize(errors.map((error) => error + 1)), 12);
});

test('of fewer than ten people there are none, nor of values that no metric of tasks has', () => {
  const tasks = errors.map((error, at) => task(at, { 'Average rating': error }));
  expect(runIntervals(tasks)).toEqual({});
  expect(runIntervals(tasks.slice(0, 9).map(({ id }) => ({ ...task(1, { RMSE: 1 }), id })))).toEqual({});
});
