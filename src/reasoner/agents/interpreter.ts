/**
 * @file The rules of a task interpreter: of a dialogue they keep the words that say something, what was said last before what was
 * said earlier, and the titles that were offered already; of anything else the last line. Where the text is long a summary is
 * asked for first.
 */
import type { Action } from '../../core/action.ts';
import type { AgentPurpose } from '../../core/language-model.ts';

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
export const OFFER = 'You could try ';
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
export interface Wanted {
  /** The latest first. */
  readonly words: string;
  /** Titles that were offered before. */
  readonly offered: readonly string[];
}

const tellingWords = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !FILLER.has(word))),
];

/** The interpreter's next command. */
export function interpret({ dialogue, states, isLast }: Extract<AgentPurpose, { readonly type: 'interpret' }>): Action {
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
