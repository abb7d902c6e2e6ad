/** @file Words of the Plan page. */
import type { Task, UserReference } from '../../../core/task.ts';
import { count, counted, timeSpan } from '../../words.ts';

/** What a link of the Plan page holds. */
export function linkHolds(planners: readonly string[]): string {
  const who = planners.length === 1 ? (planners[0] ?? '') : counted(planners.length, 'planner');
  return `The link opens this page with what it shows: the question, ${who}, model, dials, seed and view. It holds no results: they come again when Run is pressed there, the same with everything that has a seed.`;
}

/** Why the question is about somebody else now; empty where it is not. */
export const personChanged = (before: UserReference | null, after: UserReference): string =>
  before === null || before.id === after.id
    ? ''
    : `${before.name} has nothing held out for this kind of task, so the question is now about ${after.name}. Choose anybody else by name.`;

/** How the two kinds of recommendation differ; empty for other kinds. */
export function kindDiffers(type: Task['type'], noun: string): string {
  if (type === 'direct-recommendation')
    return `Direct: which of these ${noun}s would they choose, whatever came before? Their history is not in the question; it can be looked up.`;
  if (type === 'sequential-recommendation')
    return `Sequential: the question lists their last ${noun}s in order and asks for the next one.`;
  return '';
}

/** What the Plan page says in sentences. */
export const PLAN = {
  noRunHere: 'There is no run to look at under this address.',
  pressRun:
    'Press Run to watch the planners answer this question: what each asks, what comes back, what it cuts, and what its answer rests on.',
  orNotebook: 'Or begin with a notebook',
  notReproducible: 'This engine may answer the same request differently the next time.',
  forSmallModels: 'Both are for small models: a large one may write its own steps.',
  measuredLast: 'Measured in the last run',
  findPerson: 'Find a person by name or number',
  whileGuessing:
    'each asks about a wrong film at some point. The critic of one cuts that, but also a fact; another finds that fact on an alternative branch.',
  whatHappens:
    'each asks about a wrong film at some point. The critic of Tree-of-Thoughts cuts that, but also a fact that would have helped; Self-Inspiring finds that fact on an alternative branch.',
  errorOverAll: 'Mean absolute error over all people',
  staysKept: 'Stays however many newer runs there are',
  answeredTwice: 'The same tree, answered twice. Strong: used for the answer. Faint: explored but not used.',
  ranker: 'Planners may ask it how it ranks the candidates. It is fitted to training ratings alone.',
  guessFirst: 'Ask for my guess first',
  setUpComes: 'Reading the dataset. Then you can set up a question of your own here.',
  nothingToRun: 'There is nothing to run yet: see what the task above says.',
  whatEspalierShows:
    'Espalier shows how recommenders that plan with a language model reach an answer. Here three planners of',
  movedDial: (share: string): string =>
    `The same question, run again with a critic that is right ${share} of the time about whom and what a step asks. It does not know the answer, so a better critic may also lead further from it. The grey marks show where the answers stood before.`,
  chosenCase: (averages: string): string =>
    `A chosen case: on average the three miss by ${averages}. Recorded, and answered by rules in place of a language model.`,
  howChosen: (first: string): string =>
    `${first} was chosen by a search because the planners differ here, and because every preset and the switch of the answer change something. A run with the set-up that the page opened with has the same events, byte for byte. On average the planners differ less:`,
  averageSettings: (people: number, seeds: number): string =>
    `Synthetic film club: one held-out rating for each of ${counted(people, 'person', 'people')}, ${counted(seeds, 'seed')}, 3 examples, at most 5 steps, 3 branches per step; the built-in rules at the preset Default, answering from what was kept.`,
  allAverages: 'All planners, presets and answers',
  whatIsKept: (limit: number): string =>
    `The newest ${String(limit)} are kept, and older ones that you keep, that are linked, open or forked.`,
  estimate: ({
    seconds,
    modelCalls,
    inputTokens,
    outputTokens,
  }: {
    readonly seconds: number;
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }): string =>
    `It would take ${timeSpan(seconds)}: the ${counted(modelCalls, 'call')} of the last run, with ${count(inputTokens)} tokens in and ${count(outputTokens)} out, at the speed measured here. Prompts that begin alike are faster.`,
  testItem: (noun: string): string => `The last ${noun} they rated: the test rating, which planners cannot see.`,
} as const;
