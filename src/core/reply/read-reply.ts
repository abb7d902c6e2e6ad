/**
 * @file The reader of every structured reply: thinking goes, then the last whole object or list that fits counts, with words and fences around
 * it overlooked; where there is none, members behind labels do. Nothing is made up; what is overlooked or mended is said
 * (docs/decisions/2026-11-23-one-reader-of-replies.md).
 */
import type { SchemaOf } from './schema-of.ts';
import { LONGEST_REPLY, type Reading } from './generate.ts';
import { isJsonList, isJsonObject, jsonList, type Json } from '../json.ts';
import { behindDraft, correctedPart, FINAL_NOTE, finalPart } from './final-part.ts';
import { argumentsIn, calledFunction, callsOfMessage } from './function-call.ts';
import { fitted, type FitOptions } from './fit.ts';
import { withInnerQuotes } from './inner-quotes.ts';
import { keyOf } from './named-choice.ts';
import { readLabelled, type FitMember } from './read-labelled.ts';
import { withoutAsides } from './chat-templates.ts';
import { tagsAsLabels } from './tags.ts';
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
  /** What words before the reply are where nothing is behind it and the member of that name is absent or empty: its reason, or its thought. */
  readonly wordsBefore?: { readonly member: string; readonly read: (words: string) => Reading<string> } | null;
}

/**
 * Reads a reply as the schema wants it.
 * @param schema a JSON Schema of an object or a list
 */
export function readReply<Value>(text: string, schema: SchemaOf<Value>, reading?: ReplyReading): Reading<Value>;
export function readReply(text: string, schema: Json, reading?: ReplyReading): Reading<Json>;
export function readReply(
  text: string,
  schema: Json,
  { counts = 'last', mayBeCut = null, defaults = {}, unknown = 'overlook', wordsBefore = null }: ReplyReading = {},
): Reading<Json> {
  if (text.length > LONGEST_REPLY) return { ok: false, problem: `it is longer than ${LONGEST_REPLY} characters` };
  const reply = jsonInText(withoutAsides(withoutThinking(text), (block) => block.includes('{')));
  const wanted = withDefaults(schema, defaults);
  const way: Way = {
    fit: (value) => fitted(value, wanted, { unknown }),
    fitOwn: (value, own) => fitted(value, own, { unknown }),
    counts,
    mayBeCut,
    withWords: (reading, words) => withWords(reading, words, wordsBefore),
  };
  const written = writtenJson(reply);
  const whole = readPart(reply, written, wanted, way);
  const from = written.cut === null ? (written.values.at(-1)?.to ?? 0) : reply.length;
  const final =
    counts === 'first' ? (behindDraft(reply) ?? correctedPart(reply, written.values)) : finalIn(reply, from);
  if (final === null) return whole;
  const last = readPart(final, writtenJson(final), wanted, way);
  return last.ok && !(whole.ok && counts === 'last' && isWithin(last.value, whole.value))
    ? noted(last, [FINAL_NOTE])
    : whole;
}

/** What is in JSON that is written as a text: `"{\\"rating\\": 4}"`. */
function jsonInText(reply: string): string {
  const trimmed = reply.trim();
  if (!/^"\s*[{[]/.test(trimmed) || !trimmed.endsWith('"')) return reply;
  try {
    return String(JSON.parse(trimmed));
  } catch {
    return reply;
  }
}

/** What a reply calls final, behind the label that is asked for in no other way. */
function finalIn(reply: string, from: number): string | null {
  const final = finalPart(reply, from);
  return final === null ? null : /^\s*[{[]/.test(final.text) ? final.text : `${final.label}: ${final.text}`;
}

/** True where one value says nothing else than the other, and perhaps less. */
function isWithin(part: Json, whole: Json): boolean {
  if (!isJsonObject(part) || !isJsonObject(whole)) return JSON.stringify(part) === JSON.stringify(whole);
  return Object.entries(part).every(
    ([name, value]) => value === '' || JSON.stringify(value) === JSON.stringify(whole[name]),
  );
}

/** Reads JSON, or else members behind labels. */
function readPart(reply: string, written: WrittenJson, wanted: Json, way: Way): Reading<Json> {
  const reading = readJson(reply, written, way);
  if (reading.ok) return reading;
  const labelled = readLabelled(tagsAsLabels(reply), wanted, way.fitOwn);
  const read = labelled === null ? reading : noted(way.fit(labelled.value), labelled.notes);
  return labelled !== null && read.ok ? way.withWords(read, { before: labelled.before, behind: '' }) : reading;
}

/** How a reply is read. */
interface Way {
  readonly fit: (value: Json) => Reading<Json>;
  /** Fits a value to the schema of one member. */
  readonly fitOwn: FitMember;
  readonly counts: 'first' | 'last';
  readonly mayBeCut: string | null;
  readonly withWords: (reading: Reading<Json>, words: Words) => Reading<Json>;
}

/** What is around a reply, without what else is written as JSON. */
interface Words {
  readonly before: string;
  readonly behind: string;
}

function readJson(reply: string, written: WrittenJson, way: Way): Reading<Json> {
  const { fit, counts, mayBeCut } = way;
  if (written.isTooDeep) return { ok: false, problem: `its JSON is nested more than ${DEEPEST} deep` };
  const inOrder = counts === 'first' ? written.values : [...written.values].reverse();
  const cut = counts === 'last' || inOrder.length === 0 ? readCut(written, mayBeCut, fit) : null;
  if (cut !== null) return cut;
  let problem: string | null = null;
  for (const value of inOrder) {
    const reading = readValue(value, way);
    if (reading.ok) {
      const others = written.values.filter((one) => one !== value);
      const noticed = noted(reading, [overlooked(others, counts), ...value.mended]);
      return way.withWords(noticed, wordsAround(reply, value, others));
    }
    problem ??= reading.problem;
  }
  const mended = written.isBehindText ? readEscaped(reply, way) : null;
  return mended ?? { ok: false, problem: problem ?? replyProblem(reply, written) };
}

/** What the reply says once the quotation marks within its texts are escaped; null where anything is wrong with it then. */
function readEscaped(reply: string, way: Way): Reading<Json> | null {
  const escaped = withInnerQuotes(reply);
  const written = escaped === null ? null : writtenJson(escaped);
  if (escaped === null || written?.fault !== null || written.cut !== null) return null;
  const reading = readJson(escaped, written, way);
  return reading.ok ? noted(reading, ['quotation marks within a text were not escaped']) : null;
}

/** Which of several objects was taken. Lists are more likely marks, such as [1]. */
function overlooked(others: readonly WrittenValue[], counts: 'first' | 'last'): string | null {
  const objects = others.filter(({ value }) => isJsonObject(value)).length;
  if (objects === 0) return null;
  return `${objects === 1 ? 'another object was' : `${objects} other objects were`} overlooked: the ${counts} that fits counts`;
}

/** What chat templates put around a call is no word of the reply. */
const CALL_MARKS = /<\/?(?:tool|function)_call>|\[TOOL_CALLS\]|<\|python_tag\|>/g;

function wordsAround(reply: string, { from, to }: WrittenValue, others: readonly WrittenValue[]): Words {
  const without = (begin: number, end: number): string => {
    let words = '';
    let at = begin;
    for (const other of others) {
      if (other.from < begin || other.to > end) continue;
      words += reply.slice(at, other.from);
      at = other.to;
    }
    return `${words}${reply.slice(at, end)}`.replaceAll(CALL_MARKS, '').trim();
  };
  return { before: without(0, from), behind: without(to, reply.length) };
}

/** The reading with the words before it as the member that they are, where it lacks one; else with a note on them. */
function withWords(reading: Reading<Json>, { before, behind }: Words, as: ReplyReading['wordsBefore']): Reading<Json> {
  if (!reading.ok || (before === '' && behind === '')) return reading;
  if (
    as !== null &&
    as !== undefined &&
    !DRAFT.test(before) &&
    isBlank(behind) &&
    isJsonObject(reading.value) &&
    isBlank(reading.value[as.member] ?? '')
  ) {
    const words = as.read(before);
    if (words.ok) {
      const value = { ...reading.value, [as.member]: words.value };
      return noted({ ...reading, value }, [`the words before it were read as "${as.member}"`]);
    }
  }
  return noted(reading, ['words around the JSON were overlooked']);
}

/** A draft is no reason. */
const DRAFT = /^\W*(?:(?:my|a|the|first) )*draft\b/i;

/** True for nothing but marks, such as a fence that is closed. */
const isBlank = (value: Json): boolean => typeof value === 'string' && !/[\p{L}\p{N}]/u.test(value);

/**
 * As it is; then the one entry of a list, or the one member of an object, that fits, and of a list of actions the first; then with the members of
 * the one object within it.
 */
function readValue({ value }: Pick<WrittenValue, 'value'>, way: Pick<Way, 'fit' | 'counts'>): Reading<Json> {
  const { fit, counts } = way;
  const called = calledFunction(value);
  if (called !== null) return noted(readValue({ value: called }, way), [noteOn('function')]);
  const whole = fit(value);
  if (whole.ok) return whole;
  const inner = finalInput(value) ?? innerOf(value);
  const reading = inner === null ? null : readValue({ value: inner }, way);
  if (reading?.ok === true) return noted(reading, ['what is around the object was overlooked']);
  const [first, ...others] = counts === 'first' ? jsonList(value) : [];
  const ahead = first === undefined || others.length === 0 ? null : readValue({ value: first }, way);
  if (ahead?.ok === true) return noted(ahead, [`of ${others.length + 1} in a list the first was read`]);
  const spread = spreadOf(value);
  const together = spread === null ? null : fit(spread.value);
  return together?.ok === true ? noted(together, [noteOn(spread?.name ?? '')]) : whole;
}

const noteOn = (name: string): string => `what is within "${name}" was read as the reply's own`;

/** An object with the members of the one object among its own in the place of that: a thought beside `{"action": {"tool": …, "input": …}}`. */
function spreadOf(value: Json): { readonly name: string; readonly value: Json } | null {
  if (!isJsonObject(value)) return null;
  const [only, ...others] = Object.entries(value)
    .map(([name, own]) => [name, argumentsIn(name, own)] as const)
    .filter(([, own]) => isJsonObject(own));
  if (only === undefined || others.length > 0) return null;
  const [name, inner] = only;
  const rest = Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
  const isClash = Object.keys(inner as object).some((own) => Object.hasOwn(rest, own));
  return isClash ? null : { name: name.slice(0, 40), value: { ...rest, ...(inner as object) } };
}

/** What frameworks have a final answer be given by: `{"action": "Final Answer", "action_input": {…}}`. */
function finalInput(value: Json): Json | null {
  if (!isJsonObject(value)) return null;
  const { action, action_input: input } = value;
  return typeof action === 'string' && keyOf(action) === 'final-answer' && isJsonObject(input ?? null)
    ? (input ?? null)
    : null;
}

/** The object that is the only one in a list or an object; null if there is none. */
function innerOf(value: Json): Json | null {
  if (typeof value !== 'object' || value === null) return null;
  const calls = callsOfMessage(value);
  if (calls !== null) return calls;
  const [only, ...others] = isJsonList(value) ? value : Object.values(value);
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

function replyProblem(reply: string, { fault }: WrittenJson): string {
  if (reply.trim() === '') return 'it is empty';
  return fault === null ? 'it holds no JSON object' : `its JSON is not well formed: ${fault}`;
}

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
