/**
 * @file The rules of a manager in a conversation: it has what was asked for looked up, and offers what was found and was not
 * offered before.
 */
import type { Action } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/language-model.ts';
import { OFFER, readRequest, type Wanted } from './interpreter.ts';

type ManagerPurpose = Extract<AgentPurpose, { readonly type: 'manager-thought' | 'manager-action' }>;

const MOST_OFFERED = 3;
const LONGEST_QUERY = 300;

/** What is wanted: as the interpreter's rules say it, else all words of the request. */
const wantedIn = ({ request }: ManagerPurpose): Wanted =>
  readRequest(request ?? '') ?? { words: (request ?? '').replace(/^Answer this: /, ''), offered: [] };

const isToSearch = (purpose: ManagerPurpose): boolean =>
  !purpose.isLast &&
  purpose.actions.includes('Search') &&
  wantedIn(purpose).words !== '' &&
  !purpose.states.some(({ action }) => action?.tool === 'Search');

/** The thought of a step. */
export function conversationThought(purpose: ManagerPurpose): string {
  if (isToSearch(purpose)) return 'The Searcher can find what fits.';
  return wantedIn(purpose).words === '' ? 'I do not know yet what is wanted, so I ask.' : 'I tell what was found.';
}

/** The action of a step. */
export function conversationAction(purpose: ManagerPurpose): Action {
  const wanted = wantedIn(purpose);
  if (isToSearch(purpose)) return { type: 'Search', content: wanted.words.slice(0, LONGEST_QUERY) };
  if (wanted.words === '')
    return { type: 'Finish', content: 'What do you feel like? Name a title, a genre or a person.' };
  const found = purpose.states.findLast(({ action }) => action?.tool === 'Search')?.observation;
  return { type: 'Finish', content: offerOf(found ?? '', wanted) };
}

const FOUND = 'Found in the catalogue: ';
const ENTRY = /^\d+: (?<name>.*? \(\d{4}\)|[^,]*)(?:, (?<facts>.*))?$/;

/** What a search found, in a sentence; a text of another kind as it is. */
function offerOf(found: string, { words, offered }: Wanted): string {
  const at = found.indexOf(FOUND);
  if (at < 0) return found === '' || found.startsWith('Nothing') ? `I found nothing by these words: ${words}.` : found;
  const entries = found
    .slice(at + FOUND.length)
    .split(' | ')
    .map((entry) => ENTRY.exec(entry)?.groups ?? {})
    .filter(({ name = '' }) => name !== '' && !offered.some((one) => one.endsWith(name)));
  if (entries.length === 0) return `I found nothing else by these words: ${words}.`;
  const named = entries.slice(0, MOST_OFFERED).map(({ name = '', facts = '' }) => {
    const kinds = /(?:^|; )(?:genres?|categor(?:y|ies)): ([^;]*)/i.exec(facts)?.[1];
    return kinds === undefined ? name : `${name}, ${kinds}`;
  });
  return `${OFFER}${named.join('; ')}.`;
}
