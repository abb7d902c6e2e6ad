/** @file What searches ask besides RecMind's own questions (LATS, Zhou et al. 2023, section 4.2): what a state is worth, and what a path teaches. */
import type { Message } from '../../core/language-model.ts';
import type { State } from '../../core/planner.ts';
import { judgeMessages, messages } from './prompts.ts';
import type { TaskPrompt } from './task-prompt.ts';

/** Asks how well the problem can be solved from the newest state (LATS, section 4.2). */
export function valueMessages(prompt: TaskPrompt, states: readonly State[], state: State): readonly Message[] {
  return judgeMessages(
    prompt,
    states,
    state,
    'How well can the problem be solved from what was explored, this step included? 1 is not at all, 10 is as well as anybody could. ' +
      `Reply as {"value": a whole number from 1 to 10, "reason": "…"}.`,
  );
}

/**
 * Asks what a path teaches that came to less than it could (LATS, section 4.2).
 * @param value what its last step was valued, from 0 to 1; null where that could not be read
 */
export function reflectMessages(
  prompt: TaskPrompt,
  states: readonly State[],
  value: number | null,
): readonly Message[] {
  const valued = value === null ? '' : `, and was valued ${(1 + 9 * value).toFixed(1).replace('.0', '')} of 10`;
  return messages(
    prompt,
    states,
    `This path of steps ends here${valued}. What kept it from solving the problem as well as anybody could, and what is to be done otherwise on another path? ` +
      'Reply as {"reflection": "one or two sentences"}.',
  );
}
