/** @file Words that the Plan page shows at first sight: they load with the page, and the others when they are needed. */

export const FIRST = {
  whatHappens:
    'Chain-of-Thought asks about another person and stays with them. Tree-of-Thoughts cuts that step and asks again. It also cuts a step about the right person.',
  notReproducible: 'This engine may answer the same request differently the next time.',
  setUpComes: 'Reading the dataset. Then you can set up a question of your own here.',
  whatEspalierShows: 'Espalier shows how recommenders that plan with a language model reach an answer: planners of',
  chosenCase: (averages: string, people: number): string =>
    `A chosen case, in which planners differ, recorded with built-in rules in place of a model. Mean error over ${people} people, in the order below: ${averages}.`,
  allAverages: 'How they were measured',
  backToRuns: (runs: number): string => `‹ Back to the ${runs === 1 ? 'earlier run' : `${String(runs)} earlier runs`}`,
} as const;
