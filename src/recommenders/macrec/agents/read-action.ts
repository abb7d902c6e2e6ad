/** @file Reads actions and commands as agents write them, in MACRec's two forms. Both read into the same action, so that the same happens. */
import { partsOf, textOf, unquoted, type Action, type CommandForm } from '../../../core/action.ts';
import { isJsonList, type Json } from '../../../core/json.ts';
import { numberIn } from '../../../core/reply/fit.ts';
import type { Reading } from '../../../core/reply/generate.ts';
import { idNamed, noted, readReply } from '../../../core/reply/read-reply.ts';
import type { ActionKind, Place } from './action.ts';

/** More than any answer or question has; what looks titles up need not bear with longer ones. */
const LONGEST_TEXT = 10_000;
const NO_ACTION = 'it holds no action';

export function parseAction(
  text: string,
  kinds: readonly ActionKind[],
  form: CommandForm,
  isCut = false,
): Reading<Action> {
  const parsers = { text: () => parseTextAction(text, kinds), json: () => parseJsonAction(text, kinds, isCut) };
  const reading = parsers[form]();
  if (reading.ok) return reading;
  const other = form === 'json' ? 'text' : 'json';
  const read = parsers[other]();
  if (read.ok) return noted(read, [`the action was written as ${other === 'json' ? 'JSON' : 'text'}`]);
  return form === 'text' && reading.problem === NO_ACTION && text.includes('{') ? read : reading;
}

/** Reads `Analyse[user, 524]`. Words around it are overlooked with a note; of several actions the first counts. */
export function parseTextAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const found = actionIn(text, kinds);
  if (found === null) return { ok: false, problem: NO_ACTION };
  const { kind, inside, from, to } = found;
  const isBare = from === 0 && text.slice(to).trim() === '';
  return noted(actionOf(kind, valuesIn(inside, kind)), [isBare ? null : 'words around the action were overlooked']);
}

interface FoundAction {
  readonly kind: ActionKind;
  readonly inside: string;
  readonly from: number;
  readonly to: number;
}

function actionIn(text: string, kinds: readonly ActionKind[]): FoundAction | null {
  // The American spelling is the same action.
  const names = kinds.map(({ name }) => name.replace(/yse$/, 'y[sz]e'));
  const last = text.lastIndexOf(']');
  for (const match of text.matchAll(new RegExp(`\\b(${names.join('|')}) ?\\[`, 'gi'))) {
    if (match.index > last) return null;
    const kind = kindNamed(match[1] ?? '', kinds);
    const begin = match.index + match[0].length;
    const end = closingOf(text, begin);
    // A reply opens a bracket that is never closed at most once before its end.
    if (end < 0) return null;
    if (kind !== undefined) return { kind, inside: text.slice(begin, end).trim(), from: match.index, to: end + 1 };
  }
  return null;
}

/** Where the bracket that was opened before a place is closed; -1 where it is not. */
function closingOf(text: string, begin: number): number {
  let depth = 1;
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    else if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** What stands in the places, cut at commas; of too many parts the first text takes the rest in, as a title with commas. */
function valuesIn(inside: string, { slots }: ActionKind): readonly string[] {
  if (slots.length === 1) return [unquoted(inside)];
  const parts = partsOf(inside);
  const excess = parts.length - slots.length;
  const text = slots.findIndex(({ holds }) => holds === 'text');
  if (excess <= 0 || text < 0) return parts.map(unquoted);
  return parts.toSpliced(text, excess + 1, parts.slice(text, text + excess + 1).join(',')).map(unquoted);
}

const namedBy = (name: string): Json => ({
  ...{ type: 'object', properties: { [name]: { type: 'string' }, content: {} }, required: [name] },
});

export const kindChosen = (text: string, kinds: readonly ActionKind[]): ActionKind | undefined =>
  kindNamed(/^\s*\{\s*"action"\s*:\s*"(\w+)"\s*\}\s*$/.exec(text)?.[1] ?? '', kinds);

/** Reads `{"type": "Analyse", "content": ["user", 524]}` or `{"action": "Analyse[user, 524]"}`; of several the first counts. */
export function parseJsonAction(text: string, kinds: readonly ActionKind[], isCut = false): Reading<Action> {
  const found = readReply(text, { anyOf: [namedBy('type'), namedBy('action')] }, { counts: 'first', isCut });
  if (!found.ok) {
    const isNone = found.problem.startsWith('it holds no JSON');
    return isNone ? { ok: false, problem: `${found.problem}; write one with "type" and "content"` } : found;
  }
  const { action = '', type = action, content = null } = found.value as { readonly [name: string]: Json };
  if (typeof type !== 'string') return { ok: false, problem: NO_ACTION };
  if (type.includes('[')) return parseTextAction(type, kinds);
  const kind = kindNamed(type, kinds);
  if (kind === undefined) return { ok: false, problem: `${JSON.stringify(type)} is no action that can be taken here` };
  const { slots } = kind;
  if (content === null && !slots.every(({ isOptional }) => isOptional === true))
    return { ok: false, problem: `${kind.name} has no "content"` };
  const isOne = slots.length === 1 && !(isJsonList(content) && content.length === 1 && slots[0]?.holds !== 'integers');
  const listed = typeof content === 'string' ? valuesIn(content, kind) : [content];
  const values = isOne ? [content ?? ''] : isJsonList(content) ? content : listed;
  return noted(actionOf(kind, values), [found.note ?? null]);
}

const kindNamed = (written: string, kinds: readonly ActionKind[]): ActionKind | undefined => {
  const name = written.trim().toLowerCase().replace(/yze$/, 'yse');
  return kinds.find((kind) => kind.name.toLowerCase() === name);
};

function actionOf(kind: ActionKind, values: readonly Json[]): Reading<Action> {
  const { name, slots } = kind;
  if (values.length !== slots.length) {
    const taken = `${slots.length} values (${slots.map((slot) => slot.name).join(', ')})`;
    return { ok: false, problem: `${name} takes ${taken}, not ${values.length}` };
  }
  const content: Json[] = [];
  for (const [at, place] of slots.entries()) {
    const value = placeValue(place, values[at] ?? null);
    if (value === undefined) return { ok: false, problem: `the ${place.name} of ${name} must be ${wordsOf(place)}` };
    content.push(value);
  }
  return { ok: true, value: { type: name, content: slots.length === 1 ? (content[0] ?? null) : content } };
}

const wordsOf = ({ holds }: Place): string => {
  if (typeof holds !== 'string') return holds.join(' or ');
  return { text: 'a text', number: 'a number', integer: 'a whole number', integers: 'whole numbers' }[holds];
};

function placeValue({ holds, choice, isOptional }: Place, written: Json): Json | undefined {
  const text = textOf(written).trim();
  if (holds === 'text') {
    if (text === '' || text === 'null') return isOptional === true ? '' : undefined;
    return text.length > LONGEST_TEXT ? undefined : typeof written === 'string' ? written : textOf(written);
  }
  if (typeof holds !== 'string') return holds.find((word) => word === text.toLowerCase());
  if (holds === 'number') return (typeof written === 'number' ? written : numberIn(text)) ?? undefined;
  const known = choice?.items ?? [];
  if (holds === 'integer') return idNamed(typeof written === 'number' ? written : text, known) ?? undefined;
  const entries = isJsonList(written) ? written : partsOf(text.replaceAll(/^\[|\]$/g, '')).map(unquoted);
  const ids = entries.map((entry) => idNamed(entry, known));
  return ids.length > 0 && ids.every((id) => id !== null) ? ids : undefined;
}

/** A thought as prompts hold it, and the action that it ends with, where it has one. */
export interface ReadThought {
  readonly thought: string;
  readonly action: { readonly written: string; readonly reading: Reading<Action> & { readonly ok: true } } | null;
}

/** What is asked for next, or comes back, is no part of a thought. */
const NEXT = /\n[^\p{L}\p{N}\n]{0,8}(?:action|observation)\b[^\n:]{0,12}:/iu;
const LABEL = /^[^\p{L}\p{N}]{0,8}thought(?:\s\d{1,2})?[*_]{0,3}\s?:[*_]{0,3}\s*/iu;

/** Reads a thought. An action that a line of it is or ends with is what the agent does. @param isCut true where the reply came to its limit */
export function readThought(
  reply: string,
  kinds: readonly ActionKind[],
  form: CommandForm,
  isCut: boolean,
): ReadThought {
  const text = reply.trim().replace(LABEL, '');
  const brace = text.indexOf('{');
  const found = actionIn(text, kinds);
  const from = Math.min(brace < 0 ? Infinity : brace, found?.from ?? Infinity);
  const read = from === Infinity ? null : parseAction(text.slice(from), kinds, form, isCut);
  const endsLine = from === brace || /^[\s.*`]*(?:\n|$)/.test(text.slice(found?.to ?? 0));
  if (read?.ok !== true || !endsLine) return { thought: (text.split(NEXT, 1)[0] ?? '').trim(), action: null };
  const before = withoutLastLabel((text.slice(0, from).split(NEXT, 1)[0] ?? '').trimEnd());
  return { thought: before.trim(), action: { written: text.slice(from), reading: read } };
}

/** Without a label of an action, or a fence that opens before one, on the last line. */
function withoutLastLabel(text: string): string {
  const line = text.lastIndexOf('\n') + 1;
  const isLabel =
    text.length - line < 40 && /^[^\p{L}\p{N}]*(?:```\w*|(?:action|command)\b[^:]{0,12}:)\s*$/iu.test(text.slice(line));
  return isLabel ? text.slice(0, line) : text;
}
