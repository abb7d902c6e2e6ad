/** @file Reads actions and commands as agents write them. Each form has its parser; both read into the same action, so that the same happens. */
import { partsOf, unquoted, type Action, type CommandForm } from '../../../core/action.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import { behindDraft, FINAL_NOTE } from '../../../core/reply/final-part.ts';
import { keyOf } from '../../../core/reply/named-choice.ts';
import type { Reading } from '../../../core/reply/generate.ts';
import { withoutLabel } from '../../../core/reply/labels.ts';
import { noted, readReply } from '../../../core/reply/read-reply.ts';
import { wholeJson } from '../../../core/reply/whole-json.ts';
import { actionOf, valuesNamed } from './action-values.ts';
import type { ActionKind } from './action.ts';

const PARSERS = { text: parseTextAction, json: parseJsonAction } as const;

/** Reads an action in a form; in the other one, with a note, where it is written in that alone. */
export function parseAction(text: string, kinds: readonly ActionKind[], form: CommandForm): Reading<Action> {
  const final = behindDraft(text);
  const last = final === null ? null : parseAction(final, kinds, form);
  if (last?.ok === true) return noted(last, [FINAL_NOTE]);
  const reading = PARSERS[form](text, kinds);
  if (reading.ok) return reading;
  const other = form === 'json' ? 'text' : 'json';
  const read = PARSERS[other](text, kinds);
  if (read.ok) return noted(read, [`the action was written as ${other === 'json' ? 'JSON' : 'text'}`]);
  // What is wrong with an action that there is says more than that there is none.
  return NONE.has(reading.problem) && !NONE.has(read.problem) ? read : reading;
}

const NO_ACTION = 'it holds no action';
const NONE = new Set(['it holds no JSON object', NO_ACTION]);

/** Reads `Analyse[user, 524]`. Words around it are overlooked with a note; of several actions the first counts. */
export function parseTextAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const written = text.trim();
  const found =
    firstAction(written, kinds, '[]') ??
    firstAction(written, kinds, '()') ??
    actionBehindLabel(written, kinds) ??
    actionAlone(written, kinds);
  const kind = kindNamed(found?.name, kinds);
  if (kind === undefined || found === null) return { ok: false, problem: NO_ACTION };
  const isBare = found.from === 0 && found.to === written.length;
  const { values, note } = valuesInText(found.inside, kind);
  return noted(actionOf(kind, values), [isBare ? null : 'words around the action were overlooked', found.note, note]);
}

interface FoundAction {
  readonly name: string;
  /** Between its brackets. */
  readonly inside: string;
  readonly from: number;
  /** Behind its closing bracket. */
  readonly to: number;
  /** How it was written where that is another way than with square brackets. */
  readonly note: string | null;
}

/** The first action whose bracket is closed; of calls the first that its line ends with, since prose has such brackets too. */
function firstAction(text: string, kinds: readonly ActionKind[], brackets: '[]' | '()'): FoundAction | null {
  const names = kinds.map(({ name }) => name.replace(/yse$/, 'y[sz]e').replace(/(?<=[a-z])(?=[A-Z])/g, '[ _]?'));
  const opening = new RegExp(`\\b(${names.join('|')})${brackets === '[]' ? ' ?' : ''}\\${brackets.charAt(0)}`, 'gi');
  let closing: ReadonlyMap<number, number> | null = null;
  for (const match of text.matchAll(opening)) {
    closing ??= closingBrackets(text, brackets);
    const begin = match.index + match[0].length;
    const end = endOf(text, closing.get(begin - 1) ?? -1, brackets);
    const isAction = end >= 0 && (brackets === '[]' || /^[\s.;*`"']*(?:\n|$)/.test(text.slice(end + 1)));
    const note = brackets === '()' ? 'the action was written as a call' : null;
    if (isAction)
      return { name: match[1] ?? '', inside: text.slice(begin, end).trim(), from: match.index, to: end + 1, note };
  }
  return null;
}

/** More than any action's name with the marks around it. */
const LONGEST_LABEL = 40;

/** `**Finish**: 4`, `Analyse: item 1592`: an action's name as the label of all that is written. */
function actionBehindLabel(text: string, kinds: readonly ActionKind[]): FoundAction | null {
  const colon = text.slice(0, LONGEST_LABEL).indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const inside = text
    .slice(colon + 1)
    .replace(/^[*_\s]{1,20}/, '')
    .trim();
  const [only, ...others] = kinds;
  const [place, ...more] = only?.slots ?? [];
  // Where one action alone can be taken, what it is given says which: `**Rating:** 2 out of 5`.
  const isPlace = others.length === 0 && more.length === 0 && place !== undefined && keyOf(name) === keyOf(place.name);
  const meant = isPlace ? only : kindNamed(name, kinds);
  if (inside === '' || meant === undefined) return null;
  return { name: meant.name, inside, from: 0, to: text.length, note: 'the action was written as a label' };
}

/** `Summarize`, also behind a label: the whole of an action that needs nothing. */
function actionAlone(text: string, kinds: readonly ActionKind[]): FoundAction | null {
  if (text.length > LONGEST_LABEL) return null;
  const name = withoutLabel(text, ['command', 'action']).text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const kind = kindNamed(name, kinds);
  if (kind?.slots.every(({ isOptional }) => isOptional === true) !== true) return null;
  return { name, inside: '', from: 0, to: text.length, note: 'the action was written as its name alone' };
}

/** Where an action ends whose bracket is closed at `closed`; -1 where it does not. */
const endOf = (text: string, closed: number, [open = '', close = '']: string): number =>
  // Where no other bracket is opened behind it and the text ends with one, that one closes: a smiley may have closed the first.
  text.endsWith(close) && (closed < 0 || !text.includes(open, closed)) ? text.length - 1 : closed;

/** Where each bracket that is closed is: found for all at once, since a reply may open thousands. */
function closingBrackets(text: string, [opens, closes]: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === opens) open.push(at);
    else if (text[at] === closes) {
      const opened = open.pop();
      if (opened !== undefined) closing.set(opened, at);
    }
  }
  return closing;
}

/** What stands in the places of a kind, and how it was come by where that is another way than the one that prompts show. */
interface Given {
  readonly values: readonly Json[];
  readonly note: string | null;
}

const BY_NAME = 'what it is given was read by its names';

/** What stands in each place between the brackets of an action. */
function valuesInText(inside: string, kind: ActionKind): Given {
  const value = wholeJson(inside);
  if (value !== undefined) return valuesOf(value, kind);
  const named = valuesNamed(membersIn(inside), kind);
  return named === null ? { values: valuesInOrder(inside, kind), note: null } : { values: named, note: BY_NAME };
}

const MEMBER = /([a-z]\w{0,20})\s{0,4}=\s{0,4}("(?:[^"\\]|\\.)*"\s{0,4}|'[^']*'\s{0,4}|[^,]*)(?:,\s{0,4}|$)/giy;

/** `id=31, k=50`: what stands behind names; nothing where a part has none, as a title may hold a mark of equality. */
function membersIn(inside: string): { readonly [name: string]: string } {
  const members = [...inside.matchAll(MEMBER)];
  const read = members.reduce((sum, [member]) => sum + member.length, 0);
  return read < inside.length
    ? {}
    : Object.fromEntries(members.map(([, name = '', value = '']) => [name, unquoted(value)] as const));
}

/** Cut at commas; at blanks where that alone gives as many values as there are places. Of too many parts the first text takes the rest in, as a title with commas; else the last place. */
function valuesInOrder(inside: string, { slots }: ActionKind): string[] {
  if (slots.length === 1) return [unquoted(inside)];
  const parts = partsOf(inside);
  const excess = parts.length - slots.length;
  const text = slots.findIndex(({ holds }) => holds === 'text');
  const words = inside.split(/[\s:;,_]+/).map(unquoted);
  if (excess < 0 && text < 0 && words.length === slots.length) return words;
  if (excess <= 0) return parts.map(unquoted);
  const taking = text < 0 ? slots.length - 1 : text;
  const taken = parts.slice(taking, taking + excess + 1).join(',');
  return parts.toSpliced(taking, excess + 1, taken).map(unquoted);
}

/** What it is given may stand beside the type of an action that there is. */
const actionShape = (kinds: readonly ActionKind[]): Json => ({
  anyOf: [
    { type: 'object', properties: { type: { type: 'string' }, content: {} }, required: ['type', 'content'] },
    { type: 'object', properties: { type: { enum: kinds.map(({ name }) => name) } }, required: ['type'] },
  ],
});

/** Reads `{"type": "Analyse", "content": ["user", 524]}`, with a note where there are words around it; of several the first counts. */
export function parseJsonAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const found = readReply(text, actionShape(kinds), { counts: 'first' });
  if (!found.ok) return found;
  const { type, content, ...beside } = found.value as { readonly type: string; readonly [name: string]: Json };
  const kind = kindNamed(type, kinds);
  if (kind === undefined) return { ok: false, problem: `${JSON.stringify(type)} is no action that can be taken here` };
  const named = isGiven(content) ? null : (valuesNamed(beside, kind) ?? valuesOfNothing(kind));
  if (content === undefined && named === null) return { ok: false, problem: `${kind.name} has no "content"` };
  const { values, note } = named === null ? valuesOf(content ?? null, kind) : { values: named, note: BY_NAME };
  return noted(actionOf(kind, values), [found.note ?? null, note]);
}

const isGiven = (content: Json | undefined): boolean => content !== undefined && content !== null;

/** What an action is given that needs nothing. */
const valuesOfNothing = ({ slots }: ActionKind): readonly Json[] | null =>
  slots.every(({ isOptional }) => isOptional === true) ? slots.map(() => '') : null;

/** The values of the places in the content of an action: in a list, in an object by their names, or in one text. */
function valuesOf(content: Json, kind: ActionKind): Given {
  if (isJsonObject(content)) {
    const named = valuesNamed(content, kind);
    return named === null ? { values: [content], note: null } : { values: named, note: BY_NAME };
  }
  const { slots } = kind;
  const isText = slots.length === 1 && slots[0]?.holds === 'text';
  const inside = typeof content === 'string' && !isText ? wholeJson(content) : undefined;
  if (inside !== undefined) return { ...valuesOf(inside, kind), note: AS_ONE };
  if (slots.length === 1) return { values: [content], note: null };
  if (typeof content === 'string') return { ...valuesInText(content, kind), note: AS_ONE };
  const [only = null, ...others] = Array.isArray(content) ? (content as readonly Json[]) : [content];
  const isOne = others.length === 0 && (typeof only === 'object' || typeof only === 'string');
  return isOne ? { ...valuesOf(only, kind), note: AS_ONE } : { values: [only, ...others], note: null };
}

const AS_ONE = 'what it is given was written as one value';

const kindNamed = (name: string | undefined, kinds: readonly ActionKind[]): ActionKind | undefined =>
  name === undefined
    ? undefined
    : kinds.find((kind) => [joined(name), joined(name.split('.').at(-1) ?? '')].includes(joined(kind.name)));

/** `Item History` and `item_history` are `ItemHistory`. */
const joined = (name: string): string => keyOf(name).replaceAll('-', '');
