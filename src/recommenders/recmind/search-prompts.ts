/** @file What searches ask besides RecMind's own questions (LATS, Zhou et al. 2023, section 4.2): what a state is worth, and what a failed path teaches. */
import type { Message } from '../../core/language-model.ts';
import type { State } from '../../core/planner.ts';
import { messages, placeOf } from './prompts.ts';
import { stateText, type TaskPrompt } from './task-prompt.ts';

/** Asks how well the problem can be solved from the newest state (LATS, section 4.2). */
export function valueMessages(prompt: TaskPrompt, states: readonly State[], state: State): readonly Message[] {
  return messages(
    prompt,
    states,
    `The newest step, ${placeOf(state.parent, states)}:\n${stateText(prompt, state)}\n\n` +
      'How well can the problem be solved from what was explored, this step included? 1 is not at all, 10 is as well as anybody could. ' +
      'Reply as {"value": a whole number from 1 to 10, "reason": "…"}.',
    false,
  );
}

/** Asks what a path that failed teaches (LATS, section 4.2). */
export function reflectMessages(prompt: TaskPrompt, states: readonly State[]): readonly Message[] {
  return messages(
    prompt,
    states,
    'This path does not solve the problem well enough. What was wrong with it, and what is to be done otherwise next time? ' +
      'Reply as {"reflection": "one or two sentences"}.',
  );
}
