/**
 * @file What an action is given, as its places hold it: in their order or by their names, each mended where it can be read in one way
 * alone.
 */
import { textOf, unquoted, type Action } from '../../../core/action.ts';
import { isJsonList, type Json } from '../../../core/json.ts';
import { keyOf } from '../../../core/reply/named-choice.ts';
import type { Reading } from '../../../core/reply/generate.ts';
import { numberIn, numberWithin } from '../../../core/reply/in-text.ts';
import { otherScale } from '../../../core/reply/other-scale.ts';
import { noted } from '../../../core/reply/read-reply.ts';
import { asOneText, textsIn } from '../../../core/reply/texts-in.ts';
import type { ActionKind, Place, Slot } from './action.ts';
import { idReader, idsIn } from './item-ids.ts';
import { behindName, namesOf } from './labelled-number.ts';

/** More than any answer or question has; what looks titles up need not bear with longer ones. */
const LONGEST_TEXT = 10_000;

/** The action of a kind with these values in its places. */
export function actionOf(kind: ActionKind, values: readonly Json[]): Reading<Action> {
  const { name, slots } = kind;
  if (values.length !== slots.length) {
    const taken = `${slots.length} values (${slots.map((slot) => slot.name).join(', ')})`;
    const problem = `${name} takes ${taken}, not ${values.length}`;
    return { ok: false, problem };
  }
  const content: Json[] = [];
  const notes: string[] = [];
  for (const [at, place] of slots.entries()) {
    const value = placeValue(place, values[at] ?? null, { kind, before: content.at(-1), notes });
    if (value === undefined) return { ok: false, problem: valueProblem(kind, place, values[at] ?? null) };
    content.push(value);
  }
  const value = { type: name, content: slots.length === 1 ? (content[0] ?? null) : content };
  return noted({ ok: true, value }, notes);
}

/**
 * The values of a kind's places, in their order, of an object that names them; null where one is missing. An id may stand behind what it
 * is of: `{"user": 31}`.
 */
export function valuesNamed(members: { readonly [name: string]: Json }, kind: ActionKind): readonly Json[] | null {
  const given = new Map(Object.entries(members).map(([name, value]) => [keyOf(name), value]));
  const values: Json[] = [];
  for (const place of kind.slots) {
    const name = namesOf(place, kind, values.at(-1)).find((one) => given.has(keyOf(one)));
    const { holds, most } = place;
    if (otherScale(members, {}, most) !== null) return null;
    const words =
      typeof holds === 'string' ? [] : holds.filter((word) => given.has(keyOf(word)) || given.has(`${word}-id`));
    const [word] = words;
    if (name !== undefined) values.push(given.get(keyOf(name)) ?? null);
    else if (word !== undefined && words.length === 1) values.push(word);
    else return null;
  }
  return values;
}

const valueProblem = ({ name }: ActionKind, { name: place, holds, most }: Place, written: Json): string =>
  holds === 'text' && isNothing(written)
    ? `the ${place} of ${name} must be a text, and it is ${typeof written === 'string' && written.trim() === '' ? 'empty' : textOf(written)}`
    : holds === 'integers'
      ? `${name} must hold whole numbers: the ${place}`
      : `the ${place} of ${name} must be ${wordsOf(holds)}${most === undefined ? '' : ` of at most ${most}`}`;

function wordsOf(holds: Slot): string {
  if (typeof holds !== 'string') return holds.join(' or ');
  const text = `a text of at most ${LONGEST_TEXT} characters`;
  return { integer: 'a whole number', number: 'a number', integers: 'whole numbers', text }[holds];
}

interface Within {
  readonly kind: ActionKind;
  readonly before: Json | undefined;
  /** Receives what was read as something else. */
  readonly notes: string[];
}

/** Undefined where the value is none of the place. */
function placeValue(place: Place, written: Json, within: Within): Json | undefined {
  const { holds, choice, items: titled = [] } = place;
  const { kind, before, notes } = within;
  if (holds === 'text') {
    if (isNothing(written)) return place.isOptional === true ? '' : undefined;
    return textIn(written, kind, notes);
  }
  const value = holds === 'integers' ? written : onlyOf(written);
  if (typeof holds !== 'string') return holds.find((word) => word === keyOf(textOf(value)));
  const names = namesOf(place, kind, before);
  const rest = behindName(value, names);
  const number = holds === 'integers' ? undefined : numberOf(rest ?? value, place.most);
  if (number !== undefined) {
    if (rest !== undefined || !isPlain(written)) notes.push(`${short(written)} was read as ${number}`);
    return holds === 'number' || Number.isSafeInteger(number) ? number : undefined;
  }
  if (holds === 'number') return undefined;
  const idOf = idReader(choice?.items ?? (names.includes('item') ? titled : []), choice !== undefined);
  const ids = holds === 'integers' ? idsIn(value, idOf) : [idOf(value)].filter((id) => id !== null);
  for (const { note } of ids ?? []) if (note !== null) notes.push(note);
  return holds === 'integers' ? ids?.map(({ id }) => id) : ids?.[0]?.id;
}

/** Null, an empty text, list or object, and the word null say nothing. */
const isNothing = (value: Json): boolean =>
  value === null ||
  (typeof value === 'string'
    ? ['', 'null'].includes(value.trim())
    : typeof value === 'object' && Object.keys(value).length === 0);

/** A text is read without a note; several are one, where they cannot be taken for several places. */
function textIn(written: Json, { slots }: ActionKind, notes: string[]): string | undefined {
  const texts = textsIn(written);
  if (texts !== null && texts.length > 1 && slots.length > 1) return undefined;
  const text = texts === null ? textOf(written) : asOneText(texts);
  if (text.length > LONGEST_TEXT) return undefined;
  if (typeof written === 'string') return written;
  if (texts !== null) notes.push(`a text was written as ${short(written)}`);
  return text;
}

/** The one entry of a list. */
const onlyOf = (value: Json): Json => (isJsonList(value) && value.length === 1 ? value[0]! : value);

/** A number, or a text that is nothing but one, is read without a note. */
const isPlain = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && numberIn(value) !== null);

function numberOf(value: Json, most?: number): number | undefined {
  const number = numberWithin(typeof value === 'string' ? unquoted(value).replace(/^#(?=\d+$)/, '') : value, most);
  return number !== null && Number.isFinite(number) ? number : undefined;
}

const short = (value: Json): string => JSON.stringify(value).slice(0, 60);
