/** @file The reader of structured replies. What was cut off is not believed; what was overlooked or mended is said. */
import { jsonrepair } from 'jsonrepair';
import { isJsonObject, type Json, parsedJson } from '../json.ts';
import { fitted, type FitOptions, type SchemaOf } from './fit.ts';
import { LONGEST_REPLY, type Reading } from './generate.ts';
import type { ItemReference } from '../task.ts';

interface ObjectPlace {
  readonly from: number;
  readonly to: number;
  readonly isClosed: boolean;
  readonly depth: number;
}

/** The outermost objects of a text, in their order: one pass, whatever it holds. */
function objectsIn(text: string): readonly ObjectPlace[] {
  const found: ObjectPlace[] = [];
  let from = -1;
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at];
    if (from < 0) {
      if (one !== '{') continue;
      [from, depth, deepest, isText] = [at, 1, 1, false];
    } else if (isText) {
      if (one === '\\') at += 1;
      else if (one === '"') isText = false;
    } else if (one === '"') isText = true;
    else if (one === '{' || one === '[') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (one === '}' || one === ']') {
      depth -= 1;
      if (depth > 0) continue;
      found.push({ from, to: at + 1, isClosed: true, depth: deepest });
      from = -1;
    }
  }
  if (from >= 0) found.push({ from, to: text.length, isClosed: false, depth: deepest });
  return found;
}

export interface ReplyReading extends Partial<FitOptions> {
  /** True where it came to its limit: then only an object that is closed is read. */
  readonly isCut?: boolean;
  /** The first: behind an action stands what was written without its observation. */
  readonly counts?: 'first' | 'only';
  /** Of the outermost members that are null or missing. */
  readonly defaults?: Readonly<Record<string, Json>>;
}

const DEEPEST = 64;
const MOST_OBJECTS = 200;
/** More than any reply that is worth mending; mending takes longer than reading. */
const LONGEST_MENDED = 20_000;

export function readReply<Value>(text: string, schema: SchemaOf<Value>, reading?: ReplyReading): Reading<Value>;
export function readReply(text: string, schema: Json, reading?: ReplyReading): Reading<Json>;
export function readReply(
  text: string,
  schema: Json,
  { isCut = false, counts = 'only', defaults = {}, unknown = 'overlook' }: ReplyReading = {},
): Reading<Json> {
  if (text.length > LONGEST_REPLY) return { ok: false, problem: `it is longer than ${LONGEST_REPLY} characters` };
  const places = objectsIn(text);
  if (places.length === 0)
    return { ok: false, problem: text.trim() === '' ? 'it is empty' : 'it holds no JSON object' };
  if (places.length > MOST_OBJECTS) return { ok: false, problem: `it holds more than ${MOST_OBJECTS} objects` };
  const wanted = withDefaults(schema, defaults);
  const readings = places.map((place) => readObject(text, place, isCut, (value) => fitted(value, wanted, { unknown })));
  const read = readings.flatMap((one) => (one.ok ? [one] : []));
  const [first] = read;
  const open = places.at(-1)?.isClosed === false ? readings.at(-1) : undefined;
  if (first === undefined) return readings[0] as Reading<Json>;
  if (counts === 'first') return around(first, text, places, readings);
  if (open !== undefined && !open.ok) return open;
  const other = read.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first.value));
  if (other !== undefined) return { ok: false, problem: 'it holds several objects that differ' };
  return around(first, text, places, readings);
}

function readObject(
  reply: string,
  { from, to, isClosed, depth }: ObjectPlace,
  isCut: boolean,
  fit: (value: Json) => Reading<Json>,
): Reading<Json> {
  if (depth > DEEPEST) return { ok: false, problem: `its JSON is nested more than ${DEEPEST} deep` };
  const written = reply.slice(from, to);
  const value = parsedJson(written);
  if (value !== undefined) return fit(value);
  if (!isClosed && (isCut || !hasEnd(written)))
    return { ok: false, problem: 'it breaks off: its JSON is never closed' };
  const mended = isCut ? undefined : repaired(written.replace(/```\s*$/, ''));
  if (mended === undefined) return { ok: false, problem: 'its JSON is not well formed' };
  return noted(fit(mended), ['its JSON was mended']);
}

/** Any object without a closing brace at its end may have been cut off. */
const hasEnd = (written: string): boolean => /\}[\s`]{0,20}$/.test(written.slice(-40));

function repaired(text: string): Json | undefined {
  if (text.length > LONGEST_MENDED) return undefined;
  try {
    const value = parsedJson(jsonrepair(text));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function around(
  reading: Reading<Json>,
  reply: string,
  places: readonly ObjectPlace[],
  readings: readonly Reading<Json>[],
): Reading<Json> {
  const { from, to } = places[readings.indexOf(reading)] as ObjectPlace;
  const rest = (reply.slice(0, from) + reply.slice(to)).replaceAll(/```\w{0,20}/g, '').trim();
  return rest === '' ? reading : noted(reading, ['words around the JSON were overlooked']);
}

export function noted<Value>(reading: Reading<Value>, notes: readonly (string | null)[]): Reading<Value> {
  if (!reading.ok) return reading;
  const all = [...notes, reading.note ?? null].filter((note) => note !== null);
  return all.length === 0 ? reading : { ...reading, note: all.join('; ') };
}

function withDefaults(schema: Json, defaults: Readonly<Record<string, Json>>): Json {
  const names = Object.keys(defaults);
  if (names.length === 0) return schema;
  const { properties = {} } = schema as {
    readonly properties?: { readonly [name: string]: { readonly [key: string]: Json } };
  };
  const own = names.map((name) => [name, { ...properties[name], default: defaults[name] ?? null }] as const);
  return { ...(schema as object), properties: { ...properties, ...Object.fromEntries(own) } };
}

const ID = /^#?(-?\d{1,15})$/;
const BOTH = /^#?(\d{1,15})\s*[:.)–-]\s*(\S.*)$/s;

const keyOf = (title: string): string => title.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The id that an entry of a list names: `12`, `12: Heat (1995)`, or the title of one item alone. */
export function idNamed(entry: Json, items: readonly ItemReference[]): number | null {
  if (typeof entry === 'number') return Number.isSafeInteger(entry) ? entry : null;
  if (isJsonObject(entry)) return idNamed(entry['id'] ?? entry['item_id'] ?? null, items);
  if (typeof entry !== 'string') return null;
  const text = entry.trim().replaceAll(/^["“*]+|["”*]+$/g, '');
  const titled = items.filter(({ title }) => keyOf(title) === keyOf(text));
  const titles = new Set(titled.map(({ id }) => id));
  const alone = ID.exec(text)?.[1];
  // A title may be a number, as "1917" is: then the text stands for both, and for neither.
  if (alone !== undefined) return titled.every(({ id }) => id === Number(alone)) ? Number(alone) : null;
  const [, id, title = ''] = BOTH.exec(text) ?? [];
  if (id !== undefined && items.some((item) => item.id === Number(id) && keyOf(item.title) === keyOf(title)))
    return Number(id);
  return titles.size === 1 ? (titled[0]?.id ?? null) : null;
}
