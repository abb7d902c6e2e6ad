/** @file What the rules reply to an agent's request. */
import { writeAction, type Action } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/language-model.ts';
import { createRandom, type Random } from '../../core/random.ts';
import { itemsOfTask, type Task } from '../../core/task.ts';
import type { Family } from '../finding.ts';
import type { Dials } from '../dials.ts';
import { managerAction, managerThought, type ManagerPurpose } from './manager.ts';
import { analysisOf, writeAnalysis } from './analysis.ts';
import { askedIn } from './evidence.ts';

/** Words that say nothing of what is wanted. */
const FILLER: ReadonlySet<string> = new Set(
  (
    'a about after again all already also am an and another any anything are as at be been before but by can could did do does ' +
    'else enjoy feel find for from fun get give good great had has have hello hey hi how i id if im in into is it its ive just ' +
    'know let lets like liked likes look looking love loved me mind more mood movie movies film films book books much my nice no ' +
    'not now of off ok okay on one ones or other maybe perhaps possibly please really recommend recommendation s see seen show so some somebody someone ' +
    'something sort suggest t tell than thank thanks that the their them then there these they thing things think this those ' +
    'tonight to today too up us very want wanted was watch watched we were what when which who why will with without would yes ' +
    'you your read reading d ll m re ve'
  ).split(' '),
);

const WANTED = 'Find something by these words: ';

const BEFORE = 'Said before: ';

const OFFERED = 'Not again: ';

/** Before what the rules offer. */
const OFFER = 'You could try ';

/** Where a turn begins: the words of a long dialogue are all on one line. */
const TURN = /(?:^|\s)(?=(?:user|system): )/i;

const LINE = /^(user|system): (.*)$/is;

// From where a part begins, so that no part is gone through twice; its title begins with the first capital or number.
const TITLE = /(?<![^,;|()])[^,;|()]+ \(\d{4}\)/gu;

const titlesIn = (text: string): readonly string[] =>
  (text.match(TITLE) ?? [])
    .map((part) => part.replace(/^[^\p{Lu}\p{N}]+/u, ''))
    .filter((title) => / \(\d{4}\)$/u.test(title));

/** What the rules made of a dialogue, read back from their request. */
interface Wanted {
  /** The latest first. */
  readonly words: string;
  /** Titles that were offered before. */
  readonly offered: readonly string[];
}

const tellingWords = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !FILLER.has(word))),
];

/** The interpreter's next command. */
function interpret({ dialogue, states, isLast }: Extract<AgentPurpose, { readonly type: 'interpret' }>): Action {
  const summary = states.findLast(({ action }) => action?.tool === 'Summarize')?.observation;
  if (dialogue.startsWith('...') && summary === undefined && !isLast) return { type: 'Summarize', content: '' };
  const lines = dialogue.trim().split('\n');
  const turns = turnsIn([...(summary ?? '').split(TURN), ...dialogue.trim().split(TURN)]);
  if (turns.said.length > 0) return { type: 'Finish', content: requestOf(turns) };
  const before = summary === undefined ? '' : ` Said before: ${summary}`;
  return { type: 'Finish', content: `Answer this: ${lines.at(-1) ?? ''}${before}` };
}

interface Turns {
  readonly said: readonly string[];
  readonly replies: readonly string[];
}

function turnsIn(lines: readonly string[]): Turns {
  const turns = lines.flatMap((line) => {
    const [, role, text = ''] = LINE.exec(line) ?? [];
    return role === undefined ? [] : [{ role: role.toLowerCase(), text: text.trim() }];
  });
  const of = (wanted: string): string[] => turns.flatMap(({ role, text }) => (role === wanted ? [text] : []));
  return { said: of('user'), replies: of('system') };
}

function requestOf({ said, replies }: Turns): string {
  const latest = tellingWords(said.at(-1) ?? '');
  const earlier = tellingWords(said.slice(0, -1).toReversed().join(' ')).filter((word) => !latest.includes(word));
  const offered = [...new Set(replies.flatMap((reply) => titlesIn(reply.replace(OFFER, ''))))];
  return [
    `${WANTED}${latest.join(' ') || 'none'}.`,
    ...(earlier.length === 0 ? [] : [`${BEFORE}${earlier.join(' ')}.`]),
    ...(offered.length === 0 ? [] : [`${OFFERED}${offered.join('; ')}.`]),
  ].join(' ');
}

/** Reads a request back; null where no interpreter of these rules wrote it. */
export function readRequest(request: string): Wanted | null {
  if (!request.startsWith(WANTED)) return null;
  const [head = '', offered = ''] = request.split(OFFERED);
  const words = head
    .replace(WANTED, '')
    .replace(BEFORE, '')
    .replaceAll('.', '')
    .replace(/^none\b/, '');
  return { words: words.trim(), offered: offered.replace(/\.$/, '').split('; ').filter(Boolean) };
}

type ConversingPurpose = Extract<AgentPurpose, { readonly type: 'manager-thought' | 'manager-action' }>;

const MOST_OFFERED = 3;

const LONGEST_QUERY = 300;

/** What is wanted: as the interpreter's rules say it, else all words of the request. */
const wantedIn = ({ request }: ConversingPurpose): Wanted =>
  readRequest(request ?? '') ?? { words: (request ?? '').replace(/^Answer this: /, ''), offered: [] };

const isToSearch = (purpose: ConversingPurpose): boolean =>
  !purpose.isLast &&
  purpose.actions.includes('Search') &&
  wantedIn(purpose).words !== '' &&
  !purpose.states.some(({ action }) => action?.tool === 'Search');

function conversationThought(purpose: ConversingPurpose): string {
  if (isToSearch(purpose)) return 'The Searcher can find what fits.';
  return wantedIn(purpose).words === '' ? 'I do not know yet what is wanted, so I ask.' : 'I tell what was found.';
}

function conversationAction(purpose: ConversingPurpose): Action {
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

function search({ request, states, isLast }: Extract<AgentPurpose, { readonly type: 'search' }>): Action {
  const found = states.findLast(({ action }) => action?.tool === 'Search')?.observation;
  if (found === undefined && !isLast) return { type: 'Search', content: request };
  return { type: 'Finish', content: found ?? 'Nothing was looked for.' };
}

type ReflectPurpose = Extract<AgentPurpose, { readonly type: 'reflect' }>;

/** The reflection in its form. @param accuracy a: how often a comparison is read rightly */
function reflect(purpose: ReflectPurpose, accuracy: number, random: Random): string {
  const problems = problemsOf(purpose, accuracy, random);
  const isRight = problems.length === 0;
  const reason = isRight ? 'I see nothing to improve.' : problems.join(' ');
  return purpose.form === 'json' ? JSON.stringify({ correctness: isRight, reason }) : reason;
}

function problemsOf({ sample, actions, states }: ReflectPurpose, accuracy: number, random: Random): string[] {
  const { task } = sample;
  const problems: string[] = [];
  if (!states.some(({ isEnd }) => isEnd)) problems.push('The attempt gave no answer: finish earlier.');
  const items = itemsOfTask(task).map(({ id }) => id);
  const asked = states.flatMap((state) => askedIn(state) ?? []);
  asked.forEach(({ about, id }, at) => {
    const right = about === 'user' ? [task.user.id] : items;
    const [expected = id] = right;
    const isReadRight = random.fork(String(at)).uniform() < accuracy;
    if (right.includes(id) && !isReadRight)
      problems.push(`It is not certain that this was the right one: analyse ${about} ${id}.`);
    if (!right.includes(id) && isReadRight)
      problems.push(
        `${about === 'user' ? 'User' : 'Item'} ${id} was analysed in place of ${about} ${expected}: analyse ${about} ${expected}.`,
      );
  });
  const never = (about: 'user' | 'item', id: number): void => {
    if (!asked.some((one) => one.about === about))
      problems.push(`The ${about} was never analysed: analyse ${about} ${id}.`);
  };
  if (!actions.includes('Analyse')) return problems;
  never('user', task.user.id);
  if (items.length === 1) never('item', items[0] ?? 0);
  return problems;
}

/** So many ratings are asked for: as many as a look-up shows. */
const RATINGS = 100;

function analyse({ about, id, states, isLast }: Extract<AgentPurpose, { readonly type: 'analyse' }>): Action {
  const [info, history] =
    about === 'user' ? (['UserInfo', 'UserHistory'] as const) : (['ItemInfo', 'ItemHistory'] as const);
  const done = new Set(states.map(({ action }) => action?.tool));
  const observations = states.map(({ observation }) => observation);
  if (!isLast && !done.has(info)) return { type: info, content: id };
  const isKnown = !observations.some((text) => text.startsWith('There is no '));
  if (!isLast && isKnown && !done.has(history)) return { type: history, content: [id, RATINGS] };
  const analysis = analysisOf(about, id, observations);
  const nothing = `${about === 'user' ? 'User' : 'Item'} ${id} is not on record.`;
  return { type: 'Finish', content: analysis === null ? nothing : writeAnalysis(analysis) };
}

const AGENT_PURPOSES: ReadonlySet<string> = new Set<AgentPurpose['type']>([
  'manager-thought',
  'manager-action',
  'analyse',
  'search',
  'interpret',
  'reflect',
]);

export const isAgentPurpose = (purpose: { readonly type: string }): purpose is AgentPurpose =>
  AGENT_PURPOSES.has(purpose.type);

const isOfTask = (purpose: { readonly sample: unknown }): purpose is ManagerPurpose => purpose.sample !== null;

export function agentReply(
  purpose: AgentPurpose,
  dials: Dials,
  familyOf: (task: Task) => Family,
  seed: number,
): string {
  const random = createRandom(seed);
  switch (purpose.type) {
    case 'manager-thought':
      return isOfTask(purpose) ? managerThought(purpose, familyOf(purpose.sample.task)) : conversationThought(purpose);
    case 'manager-action': {
      const action = isOfTask(purpose)
        ? managerAction(purpose, familyOf(purpose.sample.task), dials, random)
        : conversationAction(purpose);
      return writeAction(action, purpose.form);
    }
    case 'analyse':
      return writeAction(analyse(purpose), purpose.form);
    case 'search':
      return writeAction(search(purpose), purpose.form);
    case 'interpret':
      return writeAction(interpret(purpose), purpose.form);
    case 'reflect':
      return reflect(purpose, dials.evaluatorAccuracy, random);
  }
}
