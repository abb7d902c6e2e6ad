/** @file Words that the Plan page shows at first sight: they load with the page, and the others when they are needed. */

export const FIRST = {
  whatHappens:
    'Every word in the trees is a language model’s own. Chain-of-Thought asks how people of the same taste rated the film, and hears 1 and 2.5. Tree-of-Thoughts asks for three ideas, and gets one of them three times. What will each answer?',
  notReproducible: 'This engine may answer the same request differently the next time.',
  setUpComes: 'Reading the dataset. Then you can set up a question of your own here.',
  whatEspalierShows: 'Espalier shows how recommenders that plan with a language model reach an answer: planners of',
  chosenCase: (averages: string, people: number): string =>
    `Qwen2.5-Coder 1.5B replied, and its replies were recorded. Its mean error over ${people} people at ten calls each, in the order below: ${averages} stars.`,
  allAverages: 'How they were measured',
  backToRuns: (runs: number): string => `‹ Back to the ${runs === 1 ? 'earlier run' : `${String(runs)} earlier runs`}`,
} as const;
