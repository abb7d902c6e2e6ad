/**
 * @file The rules of a searcher: it searches for the words of the request and tells what was found.
 */
import type { Action } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/agent-purpose.ts';

/** The searcher's next command. */
export function search({ request, states, isLast }: Extract<AgentPurpose, { readonly type: 'search' }>): Action {
  const found = states.findLast(({ action }) => action?.tool === 'Search')?.observation;
  if (found === undefined && !isLast) return { type: 'Search', content: request };
  return { type: 'Finish', content: found ?? 'Nothing was looked for.' };
}
