/** @file Words that the Plan page shows at first sight: they load with the page, the others when needed. */

export const FIRST = {
  whatHappens:
    'A language model chose each step from the lab’s questions and gave each answer. Chain-of-Thought asks how people of the same taste rated the film, and hears 1 and 2.5. Tree-of-Thoughts asks for three ideas, and gets one three times. What will each answer?',
  notReproducible: 'This engine may answer the same request differently the next time.',
  setUpComes: 'Reading the dataset. Then you can set up a question of your own here.',
  whatEspalierShows: 'Espalier shows how recommenders that plan with a language model reach an answer: planners of',
  chosenCase: (averages: string, people: number): string =>
    `All replies are Qwen2.5-Coder 1.5B’s, recorded. Its mean error over ${people} people at ten calls each, in the order below: ${averages} stars.`,
  allAverages: 'How they were measured',
  backToRuns: (runs: number): string => `‹ Back to the ${runs === 1 ? 'earlier run' : `${String(runs)} earlier runs`}`,
} as const;
