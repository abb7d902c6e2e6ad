import type { Compare } from './compare.svelte.ts';

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
