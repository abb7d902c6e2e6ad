/**
 * @file Members of a reply behind labels, as models write them where JSON was asked for: `**Rating:** 4.5` on one line and `**Reason:** …` on
 * the next. Each label once, and none in doubt; what stands before the first line with a label is no member.
 */
import { beforeFence, opensFence } from './fences.ts';
import { namesFor } from './member-names.ts';

/** A member, with where it stands in the text. */
export interface LabelledMember {
  /** The name that was asked for. */
  readonly name: string;
  /** Without the quotes or asterisks that are around the whole. */
  readonly text: string;
  /** What its label has in brackets, as in `Rating (1-5): 4`; empty where it has none. */
  readonly told: string;
}

/** What is labelled in a text. */
export interface Labelled {
  readonly members: readonly LabelledMember[];
  /** Text before the first label; empty where there is none. */
  readonly before: string;
}

/** What a model goes on to write behind a step, and has not been told. */
const BEHIND = 'observation';

/** Labels of a step are numbered where prompts number them: `Action 2:`. */
const NUMBERED = new Set(['thought', 'action', 'action_input', BEHIND]);

const patternOf = (name: string): string =>
  `${name.replaceAll('_', '[ _-]?')}${NUMBERED.has(name) ? '(?: \\d{1,2})?' : ''}`;

/** The members behind labels of these names, or other names for them; null where there is none, or one is there twice. */
export function labelledMembers(words: string, names: readonly string[]): Labelled | null {
  const nameOf = new Map<string, string>();
  // A word that is asked for means itself; one that may mean two of them means neither.
  for (const name of names) for (const other of namesFor(name)) nameOf.set(other, nameOf.has(other) ? '' : name);
  for (const name of names) nameOf.set(name, name);
  const known = [...nameOf].filter(([, name]) => name !== '').map(([written]) => written);
  const labels = [...known, BEHIND].sort((one, other) => other.length - one.length).map(patternOf);
  const label = new RegExp(
    `(^|\\n|[.!?;,|/–—] ?|(?=\\*\\*|__))[ \\t>*_#-]{0,6}(?:\\d{1,2}[.)] )?(?:(?:my|the|final|predicted) )?(${labels.join('|')})(?: ?\\(([^()\\n]{1,20})\\))?[*_]{0,3}(?: ?:| ?=(?!=)| [–—-](?= ))[*_]{0,3}`,
    'gi',
  );
  // A dash or a mark of equality parts a label from what it says at the beginning of a line alone.
  const labelled = [...words.matchAll(label)].filter(
    ({ 0: whole, 1: before, index }) => whole.includes(':') || before === '\n' || index === 0,
  );
  const found = labelled.map((match) => ({
    written: (match[2] ?? '').toLowerCase().replace(/ \d+$/, '').replaceAll(/[ -]/g, '_'),
    told: match[3] ?? '',
    isLine: match[1] === '' || match[1] === '\n',
    // The mark that ends the sentence before belongs to it.
    from: match.index + (/^[.!?]/.test(match[1] ?? '') ? 1 : 0),
    to: match.index + match[0].length,
  }));
  const [first] = found;
  if (first === undefined || !first.isLine) return null;
  const end = found.findIndex(({ written }) => written === BEHIND);
  const untilFence = opensFence(words.slice(0, first.from)) ? beforeFence : (text: string): string => text;
  const members = (end < 0 ? found : found.slice(0, end)).map(({ written, told, to }, at) => ({
    told,
    name: nameOf.get(written) ?? nameOf.get(written.replaceAll('_', '')) ?? '',
    text: bare(untilFence(words.slice(to, found[at + 1]?.from))),
  }));
  const isTwice = new Set(members.map(({ name }) => name)).size < members.length;
  return isTwice || members.length === 0 ? null : { members, before: words.slice(0, first.from).trim() };
}

/** Without the quotes or asterisks that are around the whole. */
export function bare(text: string): string {
  const trimmed = text
    .trim()
    .replace(/^\*\*|\*\*$/g, '')
    .trim();
  return /^["“`]([^"“”`]*)["”`]$/.exec(trimmed)?.[1] ?? trimmed;
}
