/** @file Words of the Plan page. */
import type { Task, UserReference } from '../../../core/task.ts';
import { counted } from '../../words.ts';

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
    'one asks about the wrong film, one has a critic that cuts a fact, and one finds that fact on an alternative branch.',
  whatHappens:
    'Chain-of-Thought asks about the wrong film, the critic of Tree-of-Thoughts cuts a fact that would have helped, and Self-Inspiring finds it on an alternative branch.',
  errorOverAll: 'Mean absolute error over all people',
  staysKept: 'Stays however many newer runs there are',
  answeredTwice: 'The same tree, answered twice. Strong: used for the answer. Faint: explored but not used.',
  guessFirst: 'Ask for my guess first',
  nothingToRun: 'There is nothing to run yet: see what the task above says.',
} as const;
