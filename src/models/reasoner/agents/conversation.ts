/**
 * @file The rules of a manager in a conversation: it has what was asked for looked up, and tells what was found.
 */
import type { Action } from '../../../core/action.ts';
import type { AgentPurpose } from '../../../core/agent-purpose.ts';

type ManagerPurpose = Extract<AgentPurpose, { readonly type: 'manager-thought' | 'manager-action' }>;

const isToSearch = ({ states, actions, isLast }: ManagerPurpose): boolean =>
  !isLast && actions.includes('Search') && !states.some(({ action }) => action?.tool === 'Search');

/** The words that are looked for: the request without what the interpreter put before it. */
const wordsOf = ({ request }: ManagerPurpose): string => (request ?? '').replace(/^Answer this: /, '').slice(0, 300);

/** The thought of a step. */
export const conversationThought = (purpose: ManagerPurpose): string =>
  isToSearch(purpose) ? 'The Searcher can find what fits.' : 'I tell what was found.';

/** The action of a step. */
export function conversationAction(purpose: ManagerPurpose): Action {
  if (isToSearch(purpose)) return { type: 'Search', content: wordsOf(purpose) };
  const found = purpose.states.findLast(({ action }) => action?.tool === 'Search')?.observation;
  return { type: 'Finish', content: found ?? 'I found nothing on that.' };
}
