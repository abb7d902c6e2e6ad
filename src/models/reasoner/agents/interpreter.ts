/**
 * @file The rules of a task interpreter: the last thing that was asked, and where the dialogue is long a summary of the rest.
 */
import type { Action } from '../../../core/action.ts';
import type { AgentPurpose } from '../../../core/agent-purpose.ts';

/** The interpreter's next command. */
export function interpret({ dialogue, states, isLast }: Extract<AgentPurpose, { readonly type: 'interpret' }>): Action {
  const summary = states.findLast(({ action }) => action?.tool === 'Summarize')?.observation;
  const isLong = dialogue.startsWith('…');
  if (isLong && summary === undefined && !isLast) return { type: 'Summarize', content: '' };
  const last =
    dialogue
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^\w+: /, '') ?? '';
  const before = summary === undefined ? '' : ` Said before: ${summary}`;
  return { type: 'Finish', content: `Answer this: ${last}${before}` };
}
