/** @file Words that the Plan page shows at first sight: they load with the page, the others when needed. */
import type { ReadyCase } from './ready-case.ts';

export const FIRST = {
  watchThem:
    'Watch the planners answer this question: what each asks, what comes back, what it cuts, and what its answer rests on.',
  recorded: 'All replies are recorded ones of Qwen2.5-Coder 1.5B.',
  notReproducible: 'This engine may answer the same request differently the next time.',
  setUpComes: 'Reading the dataset. Then you can set up a question of your own here.',
  chosenCase: ({ people, errors }: ReadyCase['average']): string => {
    const averages = new Intl.ListFormat('en').format(errors.map(({ value }) => value.toFixed(2)));
    return `Over ${String(people)} people the methods are ${averages} stars off on average.`;
  },
  allAverages: 'How they were measured',
  methodsOf: 'The methods are planners of',
  openLatest: (runs: number): string => (runs === 1 ? 'Open your last run' : `Open your last ${String(runs)} runs`),
  backToRuns: (runs: number): string => `‹ Back to the ${runs === 1 ? 'earlier run' : `${String(runs)} earlier runs`}`,
} as const;
