/** @file Words of the form that forks a run. */
import type { EditedPart } from '../../../core/fork.ts';
import { PART_NAMES } from './edit-words.ts';

/** What the form says in sentences. */
export const FORK = {
  promptIsNotRead: 'The built-in reasoner reads the task and the states, not the words of a prompt.',
  thoughtIsNotRead: 'The rules read the action only; a language model reads the thought. Change the action too.',
  questionsAreTheirs:
    'The rules know only the questions that they ask themselves; any other fails. Keep the wording of a state and change the person or the title.',
  askedAnew: 'Comes from the tool when it is asked with the new input. Write here to put something else in its place.',
  observationIsUnread:
    'The rules go on numbers: with other words than before they answer as if nothing had been found. Change the numbers alone.',
  asks: (input: string): string => `It asks: ${input}`,
  noChange: 'No change: later steps are asked again.',
  changes: (parts: readonly EditedPart[], choosesAgain: boolean): string =>
    `Changes ${parts.map((part) => PART_NAMES[part]).join(' and ')}; earlier steps stay as they were.${
      choosesAgain ? ' The model chooses the action again.' : ''
    }`,
};
