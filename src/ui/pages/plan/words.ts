import { forRaters, type UserReference, type Task } from '../../../core/task.ts';

export function kindDiffers(type: Task['type'], noun: string): string {
  if (type === 'direct-recommendation')
    return `Direct: which of these ${noun}s would they choose, whatever came before? Their history is not in the question; it can be looked up.`;
  if (type === 'sequential-recommendation')
    return `Sequential: the question lists their last ${noun}s in order and asks for the next one.`;
  return '';
}

export const PLAN = {
  findPerson: 'Find a person by name or number',
  answeredTwice: 'The same tree either way. Strong: used for the answer. Faint: explored but not used.',
  guessFirst: 'Ask for my guess first',
  nothingToRun: 'There is nothing to run yet: see what the task above says.',
  testItem: (noun: string): string => `The ${noun} that was rated last: the test rating, which planners cannot see.`,
} as const;

/** Why the question is about somebody else now; empty where it is not. */
export const personChanged = (before: UserReference | null, after: UserReference): string =>
  before === null || before.id === after.id
    ? ''
    : `${before.name} has nothing held out for this kind of task, so the question is now about ${after.name}. Choose anybody else by name.`;

export interface SentenceWords {
  readonly before: string;
  /** Where the kind is not called by its title. */
  readonly name?: string;
  readonly middle: string;
  readonly item: { readonly before: string; readonly after: string } | null;
}
export const SENTENCES: Readonly<Record<Task['type'], SentenceWords>> = {
  'rating-prediction': {
    before: 'Predict the',
    name: 'rating',
    middle: 'that',
    item: { before: 'gave', after: '' },
  },
  'direct-recommendation': { before: 'Make a', middle: 'to', item: null },
  'sequential-recommendation': { before: 'Make a', middle: 'to', item: null },
  'explanation-generation': {
    before: 'Write an',
    name: 'explanation',
    middle: 'of why',
    item: { before: 'rated', after: ' that way' },
  },
  'review-summarization': {
    before: 'Write a',
    name: 'heading',
    middle: 'for the review by',
    item: { before: 'of', after: '' },
  },
  'simulated-conversation': { before: 'Hold a', middle: 'with', item: { before: 'who looks for', after: '' } },
  ...forRaters({ before: 'Test', middle: 'with', item: null }),
};
