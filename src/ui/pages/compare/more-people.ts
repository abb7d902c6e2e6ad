/** @file More people for a comparison that could not tell its rows apart. */
import type { EvaluationTable } from '../../../core/evaluation.ts';
import type { Compare } from './compare.svelte.ts';

/** Intervals get as narrow as the root of this: to about a third. */
const TIMES = 10;

export interface MorePeople {
  readonly people: number;
  /** What their tasks take at the speed that the table's tasks had. */
  readonly seconds: number;
}

/**
 * How many people to ask next, ten times those of now and no more than there are; null where there are no others, and where
 * something else is chosen by now than the table shows.
 * @param people of the dataset
 */
export function morePeople({ grid, outline }: Compare, table: EvaluationTable, people: number): MorePeople | null {
  if (grid === null || outline === null || outline.done < outline.tasks) return null;
  if (grid.name !== table.name || grid.count >= people) return null;
  const next = Math.min(people, TIMES * grid.count);
  const each = table.rows.reduce((sum, { cost }) => sum + (cost.seconds ?? 0), 0);
  return { people: next, seconds: each * next * table.seeds.length };
}

export async function runMorePeople(compare: Compare, people: number): Promise<void> {
  if (compare.grid === null) return;
  compare.startNew();
  compare.grid.count = people;
  await compare.refresh();
  await compare.run();
}

/** People of the example: few enough to end in seconds, enough for intervals. */
const PEOPLE = 10;

/**
 * Chooses a comparison that ends in seconds and runs it: the paper's planners and what they have to beat, on ratings of
 * a few people. What was chosen before is left, what is kept stays.
 */
export const runExample = async (compare: Compare): Promise<void> => {
  const { grid } = compare;
  if (grid === null) return;
  compare.startNew();
  grid.chooseTask('rating-prediction');
  grid.count = Math.min(PEOPLE, grid.count);
  await compare.refresh();
  await compare.run();
};
