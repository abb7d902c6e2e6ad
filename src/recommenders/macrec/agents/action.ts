/**
 * @file Actions and commands as agents write them: `Analyse[user, 524]` as text, `{"type": "Analyse", "content": ["user", 524]}`
 * as JSON (MACRec's two forms). Each form has its parser; both read into the same action, so that the same happens.
 */
import { textOf, unquoted, writeAction, type Action, type CommandForm } from '../../../core/action.ts';
import type { Reading } from '../../../core/reply/generate.ts';
import type { Json } from '../../../core/json.ts';
import { keyOf } from '../../../core/reply/fit.ts';
import { itemReader } from '../../../core/reply/named-items.ts';
import { noted, readReply } from '../../../core/reply/read-reply.ts';
import type { ItemReference } from '../../../core/task.ts';
import { labelledNumber } from './labelled-number.ts';

/** What stands in a place of an action: a whole number, any number, whole numbers, a text, or one of some words. */
export type Slot = 'integer' | 'number' | 'integers' | 'text' | readonly string[];

/** What an engine that constrains replies holds whole numbers to: which there are, and how many are wanted. */
export interface Choice {
  readonly among: readonly number[];
  /** Their titles, by which a reply may name them too. */
  readonly items?: readonly ItemReference[];
  readonly count: number;
}

/** A kind of action that an agent may take. */
export interface ActionKind {
  /** `Analyse`; models may write it in any case. */
  readonly name: string;
  /** Its places, named as models read them. */
  readonly slots: readonly {
    readonly name: string;
    readonly holds: Slot;
    readonly choice?: Choice;
    /** Of an id: the items by whose titles a reply may name one, where the place before says that it is of an item. */
    readonly items?: readonly ItemReference[];
  }[];
  /** True where the same once more brings something new. */
  readonly mayRepeat?: boolean;
  /** Contents that prompts show as examples; none for an action whose form says enough. */
  readonly examples?: readonly Json[];
}

/** The kinds as an observation names them: `Analyse[user or item, id], Finish[answer]`. */
export function formsOf(kinds: readonly ActionKind[], form: CommandForm): string {
  return kinds
    .map(({ name, slots }) => {
      const places = slots.map((slot) => placeOf(slot, form));
      if (form === 'text') return `${name}[${places.join(', ')}]`;
      return `{"type": "${name}", "content": ${slots.length === 1 ? places.join('') : `[${places.join(', ')}]`}}`;
    })
    .join(form === 'text' ? ', ' : ' or ');
}

/** Examples of the kinds, and the form of those that have none: `Analyse[user, 524]`. */
export function examplesOf(kinds: readonly ActionKind[], form: CommandForm): readonly string[] {
  return kinds.flatMap(
    (kind) =>
      kind.examples?.map((content) => writeAction({ type: kind.name, content }, form)) ?? [formsOf([kind], form)],
  );
}

function placeOf({ name, holds }: ActionKind['slots'][number], form: CommandForm): string {
  const quote = form === 'json' ? '"' : '';
  if (typeof holds !== 'string') return holds.map((word) => `${quote}${word}${quote}`).join(' or ');
  if (holds === 'text') return `${quote}${name}${quote}`;
  return holds === 'integers' && form === 'json' ? `[${name}]` : name;
}

/** The JSON Schema of an action of these kinds. */
export function actionSchema(kinds: readonly ActionKind[]): Json {
  const schemas = kinds.map(({ name, slots }): Json => {
    const values = slots.map(({ holds, choice }) => slotSchema(holds, choice));
    const [only = {}] = values;
    const size = values.length;
    const content: Json =
      size === 1 ? only : { type: 'array', prefixItems: values, items: false, minItems: size, maxItems: size };
    return {
      type: 'object',
      properties: { type: { const: name }, content },
      required: ['type', 'content'],
      additionalProperties: false,
    };
  });
  return schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas };
}

function slotSchema(holds: Slot, choice?: Choice): Json {
  if (typeof holds !== 'string') return { enum: [...holds] };
  if (choice !== undefined) {
    const { among, count } = choice;
    return {
      type: 'array',
      items: { type: 'integer', enum: [...among] },
      minItems: count,
      maxItems: count,
      uniqueItems: true,
    };
  }
  if (holds === 'integers') return { type: 'array', items: { type: 'integer' }, minItems: 1 };
  return { type: holds === 'text' ? 'string' : holds };
}

const PARSERS = { text: parseTextAction, json: parseJsonAction } as const;

/** Reads an action in a form; in the other one, with a note, where it is written in that alone. */
export function parseAction(text: string, kinds: readonly ActionKind[], form: CommandForm): Reading<Action> {
  const reading = PARSERS[form](text, kinds);
  if (reading.ok) return reading;
  const other = form === 'json' ? 'text' : 'json';
  const read = PARSERS[other](text, kinds);
  return read.ok ? noted(read, [`the action was written as ${other === 'json' ? 'JSON' : 'text'}`]) : reading;
}

/** Reads `Analyse[user, 524]`. Words around it are overlooked with a note; of several actions the first counts. */
export function parseTextAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const written = text.trim();
  const found = firstAction(written, kinds);
  const kind = kindNamed(found?.name, kinds);
  if (kind === undefined || found === null) return { ok: false, problem: 'it holds no action' };
  const action = actionOf(kind, valuesIn(found.inside, kind));
  const isBare = found.from === 0 && found.to === written.length;
  return isBare ? action : noted(action, ['words around the action were overlooked']);
}

interface FoundAction {
  readonly name: string;
  /** Between its brackets. */
  readonly inside: string;
  readonly from: number;
  /** Behind its closing bracket. */
  readonly to: number;
}

/** The first action whose bracket is closed. */
function firstAction(text: string, kinds: readonly ActionKind[]): FoundAction | null {
  const names = kinds.map(({ name }) => name.replace(/yse$/, 'y[sz]e'));
  const opening = new RegExp(`\\b(${names.join('|')})\\[`, 'gi');
  let closing: ReadonlyMap<number, number> | null = null;
  for (const match of text.matchAll(opening)) {
    closing ??= closingBrackets(text);
    const begin = match.index + match[0].length;
    const end = endOf(text, closing.get(begin - 1) ?? -1);
    if (end >= 0)
      return { name: match[1] ?? '', inside: text.slice(begin, end).trim(), from: match.index, to: end + 1 };
  }
  return null;
}

/** Where an action ends whose bracket is closed at `closed`; -1 where it does not. */
const endOf = (text: string, closed: number): number =>
  // Where no other bracket is opened behind it and the text ends with one, that one closes: a smiley may have closed the first.
  text.endsWith(']') && (closed < 0 || !text.includes('[', closed)) ? text.length - 1 : closed;

/** Where each bracket that is closed is: found for all at once, since a reply may open thousands. */
function closingBrackets(text: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') open.push(at);
    else if (text[at] === ']') {
      const opened = open.pop();
      if (opened !== undefined) closing.set(opened, at);
    }
  }
  return closing;
}

/** What stands in each place. Of too many parts the first text takes the rest in, as a title with commas; else the last place. */
function valuesIn(inside: string, { slots }: ActionKind): string[] {
  if (slots.length === 1) return [unquoted(inside)];
  const parts = partsOf(inside);
  const excess = parts.length - slots.length;
  if (excess <= 0) return parts.map(unquoted);
  const text = slots.findIndex(({ holds }) => holds === 'text');
  const taking = text < 0 ? slots.length - 1 : text;
  const taken = parts.slice(taking, taking + excess + 1).join(',');
  return parts.toSpliced(taking, excess + 1, taken).map(unquoted);
}

const PART = /(?:^|,)(\s*"(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|\s*'[^']*'(?=\s*(?:,|$))|[^,]*)/g;

/** Cut at the commas that stand outside of quotes. */
const partsOf = (inside: string): string[] => [...inside.matchAll(PART)].map(([, part = '']) => part);

const ACTION: Json = {
  type: 'object',
  properties: { type: { type: 'string' }, content: {} },
  required: ['type', 'content'],
};

/** Reads `{"type": "Analyse", "content": ["user", 524]}`, with a note where there are words around it; of several the first counts. */
export function parseJsonAction(text: string, kinds: readonly ActionKind[]): Reading<Action> {
  const found = readReply(text, ACTION, { counts: 'first' });
  if (!found.ok) return found;
  const { type, content } = found.value as { readonly type: string; readonly content: Json };
  const kind = kindNamed(type, kinds);
  if (kind === undefined) return { ok: false, problem: `${JSON.stringify(type)} is no action that can be taken here` };
  const values = kind.slots.length === 1 ? [content] : Array.isArray(content) ? content : [content];
  return noted(actionOf(kind, values), [found.note ?? null]);
}

const kindNamed = (name: string | undefined, kinds: readonly ActionKind[]): ActionKind | undefined =>
  name === undefined ? undefined : kinds.find((kind) => keyOf(kind.name) === keyOf(name));

function actionOf({ name, slots }: ActionKind, values: readonly Json[]): Reading<Action> {
  if (values.length !== slots.length) {
    const problem = `${name} takes ${slots.map((slot) => slot.name).join(' and ')}, not ${values.length} values`;
    return { ok: false, problem };
  }
  const content: Json[] = [];
  const notes: string[] = [];
  for (const [at, { name: place, holds, choice, items: titled = [] }] of slots.entries()) {
    const items = choice?.items ?? (content.at(-1) === 'item' ? titled : []);
    const written = values[at] ?? null;
    const labelled =
      holds === 'integer' || holds === 'number'
        ? labelledNumber(written, { kind: name, name: place, before: content.at(-1) })
        : undefined;
    if (labelled !== undefined) notes.push(`${JSON.stringify(written)} was read as ${labelled}`);
    const value = slotValue(holds, labelled ?? written, items, notes);
    if (value === undefined) return { ok: false, problem: problemOf(name, place, holds) };
    content.push(value);
  }
  const value = { type: name, content: slots.length === 1 ? (content[0] ?? null) : content };
  return noted({ ok: true, value }, notes);
}

const problemOf = (name: string, place: string, holds: Slot): string =>
  holds === 'integers'
    ? `${name} must hold whole numbers: the ${place}`
    : `the ${place} of ${name} must be ${wordsOf(holds)}`;

function wordsOf(holds: Slot): string {
  if (typeof holds !== 'string') return holds.join(' or ');
  const text = `a text of at most ${LONGEST_TEXT} characters`;
  return { integer: 'a whole number', number: 'a number', integers: 'whole numbers', text }[holds];
}

/** More than any answer or question has; what looks titles up need not bear with longer ones. */
const LONGEST_TEXT = 10_000;

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function numberIn(value: Json): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

/** Undefined where the value is none of the place. @param notes receives what was read as something else */
function slotValue(holds: Slot, value: Json, items: readonly ItemReference[], notes: string[]): Json | undefined {
  if (typeof holds !== 'string') return holds.find((word) => word === textOf(value).toLowerCase());
  if (holds === 'text') {
    const text = textOf(value);
    return text.length > LONGEST_TEXT ? undefined : text;
  }
  if (holds === 'number') return numberIn(value);
  const idIn = idReader(items, notes);
  if (holds === 'integer') {
    const number = idIn(value);
    return Number.isSafeInteger(number) ? number : undefined;
  }
  const entries: readonly Json[] = Array.isArray(value)
    ? value
    : textOf(value)
        .replace(/^\[|\]$/g, '')
        .split(',')
        .map(unquoted);
  const numbers = entries.map(idIn);
  return numbers.every((number) => Number.isSafeInteger(number)) ? (numbers as number[]) : undefined;
}

/** Reads a number, or what names one of the items, with a note. */
function idReader(items: readonly ItemReference[], notes: string[]): (value: Json) => number | undefined {
  const named = itemReader(items);
  return (value) => {
    const number = numberIn(value);
    if (number !== undefined || typeof value !== 'string' || items.length === 0) return number;
    const id = named(value)?.id;
    if (id !== undefined) notes.push(`${JSON.stringify(value)} was read as ${id}`);
    return id;
  };
}
