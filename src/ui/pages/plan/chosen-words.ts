import { counted } from '../../words.ts';

export const CHOSEN = {
  howChosen: (first: string): string =>
    `${first} was chosen by a search because the planners differ here, and because everything that can be set here changes an answer. If you run it with the settings as they were, exactly the same happens again. On average the planners differ less:`,
  averageSettings: (people: number, seeds: number): string =>
    `Synthetic film club: one held-out rating for each of ${counted(people, 'person', 'people')}, ${counted(seeds, 'seed')}, 3 examples, at most 5 steps, 3 branches per step; the built-in rules at the preset Default, answering from what was kept.`,
  errorOverAll: 'Mean absolute error over all people',
  allAverages: 'All planners, presets and answers',
} as const;
