/** @file How far apart two ways are that answered the same tasks. */
import { createRandom } from '../../../src/core/random.ts';
import { mean, pairedBootstrap } from '../../../src/metrics/statistics.ts';

/** A number for a task; null where there is none. */
export type Answers = ReadonlyMap<string, number>;

const root = (squares: readonly number[]): number => Math.sqrt(mean(squares));

/** RMSE of the one less that of the other, over tasks that both have: `−0.53 (−0.72 to −0.35) over 60`; null with less than two. */
export function differenceText(one: Answers, other: Answers, truths: Answers): string | null {
  const tasks = [...one.keys()].filter((task) => other.has(task) && truths.has(task));
  if (tasks.length < 2) return null;
  const squares = (of: Answers): number[][] =>
    tasks.map((task) => [((of.get(task) ?? NaN) - (truths.get(task) ?? NaN)) ** 2]);
  const { value, low, high } = pairedBootstrap(squares(one), squares(other), root, createRandom(7));
  const [at, from, to] = [value, low, high].map((number) => number.toFixed(2).replace('-', '−'));
  return `${at ?? ''} (${from ?? ''} to ${to ?? ''}) over ${String(tasks.length)}`;
}
