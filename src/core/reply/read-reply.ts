/**
 * @file The reader of every structured reply: thinking goes, then the last whole object or list that fits counts, with words and fences around
 * it overlooked. Nothing is made up; what is overlooked or mended is said (docs/decisions/2026-11-23-one-reader-of-replies.md).
 */
import { LONGEST_REPLY, type Reading } from './generate.ts';
import type { Json } from '../json.ts';
import { fitted, type FitOptions } from './fit.ts';
import { withoutThinking } from './thinking.ts';
import { DEEPEST, writtenJson, type WrittenJson, type WrittenValue } from './written-json.ts';

/** How a reply is read. */
export interface ReplyReading extends Partial<FitOptions> {
  /**
   * Which counts of several that fit: the last, which an earlier one was a draft of, or the first. Of actions the first does: what stands
   * behind it was written without its observation.
   */
  readonly counts?: 'first' | 'last';
  /**
   * The name of a text that comes last and that nothing depends on: a reply that was cut off within it is read as far as it goes, with a
   * note.
   */
  readonly mayBeCut?: string | null;
  /** Of the outermost members: what they are where they are null or missing, and nothing depends on them. */
  readonly defaults?: Readonly<Record<string, Json>>;
}

const AROUND = 'words around the JSON were overlooked';

/**
 * Reads a reply as the schema wants it.
 * @param schema a JSON Schema of an object or a list
 */
export function readReply(
  text: string,
  schema: Json,
  { counts = 'last', mayBeCut = null, defaults = {}, unknown = 'overlook' }: ReplyReading = {},
): Reading<Json> {
  if (text.length > LONGEST_REPLY) return { ok: false, problem: `it is longer than ${LONGEST_REPLY} characters` };
  const reply = withoutThinking(text);
  const written = writtenJson(reply);
  const wanted = withDefaults(schema, defaults);
  const fit = (value: Json): Reading<Json> => fitted(value, wanted, { unknown });
  if (written.isTooDeep) return { ok: false, problem: `its JSON is nested more than ${DEEPEST} deep` };
  const inOrder = counts === 'first' ? written.values : [...written.values].reverse();
  const cut = counts === 'last' || inOrder.length === 0 ? readCut(written, mayBeCut, fit) : null;
  if (cut !== null) return cut;
  let problem: string | null = null;
  for (const value of inOrder) {
    const reading = readValue(value, fit);
    if (reading.ok) return noted(reading, [isBare(value, reply) ? null : AROUND, ...value.mended]);
    problem ??= reading.problem;
  }
  return { ok: false, problem: problem ?? problemOf(reply, written) };
}

/** As it is; then the one entry of a list, or the one member of an object, that fits. */
function readValue({ value }: WrittenValue, fit: (value: Json) => Reading<Json>): Reading<Json> {
  const whole = fit(value);
  if (whole.ok) return whole;
  const inner = innerOf(value);
  const reading = inner === null ? null : readValue({ ...BARE, value: inner }, fit);
  return reading?.ok === true ? noted(reading, ['what is around the object was overlooked']) : whole;
}

const BARE = { from: 0, to: 0, mended: [] } as const;

/** The object that is the only one in a list or an object; null if there is none. */
function innerOf(value: Json): Json | null {
  if (typeof value !== 'object' || value === null) return null;
  const [only, ...others] = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value);
  return others.length === 0 && typeof only === 'object' ? only : null;
}

/** What was cut off is not believed, but for a last text that nothing depends on. */
function readCut(
  { cut }: WrittenJson,
  mayBeCut: string | null,
  fit: (value: Json) => Reading<Json>,
): Reading<Json> | null {
  if (cut === null) return null;
  if ('open' in cut && cut.open !== null && cut.open.name === mayBeCut) {
    const reading = fit({ ...cut.members, [cut.open.name]: cut.members[cut.open.name] ?? cut.open.text });
    if (reading.ok) return noted(reading, [`it was cut off within "${mayBeCut}"`]);
  }
  return { ok: false, problem: 'it breaks off: its JSON is never closed' };
}

function problemOf(reply: string, { fault }: WrittenJson): string {
  if (reply.trim() === '') return 'it is empty';
  return fault === null ? 'it holds no JSON object' : `its JSON is not well formed: ${fault}`;
}

const isBare = ({ from, to }: WrittenValue, reply: string): boolean =>
  reply.slice(0, from).trim() === '' && reply.slice(to).trim() === '';

/** The reading with these notes before its own. */
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
