/**
 * @file A reply that has no JSON but labels for what was asked for: `**Rating:** 4.5`, `Reason: …`. It is read where the labels name the schema's
 * members, each is there once, and each fits; words behind a number or a choice are its reason, where there is room for one.
 */
import type { Reading } from './generate.ts';
import { isJsonObject, type Json } from '../json.ts';
import { unfenced } from './fences.ts';
import { bare, labelledMembers } from './labelled-members.ts';
import { scaleBehind, scaleIn } from './other-scale.ts';

/** A labelled reply before it is checked as a whole. */
export interface LabelledReply {
  readonly value: Json;
  readonly notes: readonly string[];
  /** Text before the first label. */
  readonly before: string;
}

/** Fits a value to the schema of one member. */
export type FitMember = (value: Json, schema: Json) => Reading<Json>;

const NOTE = 'it was written behind labels, not as JSON';
const REASON = 'reason';

/** Reads what is labelled, or gives null where nothing is, or not in one way alone. @param schema of an object */
export function readLabelled(text: string, schema: Json, fit: FitMember): LabelledReply | null {
  const properties = propertiesOf(schema);
  const names = Object.keys(properties);
  const labelled = labelledMembers(text, names);
  if (labelled === null || /[{}]/.test(labelled.before)) return null;
  const value: Record<string, Json> = {};
  const notes = [NOTE];
  const tails: string[] = [];
  for (const { name, text: written, told } of labelled.members) {
    if (names.length === 1 && /\n\s*\n/.test(written)) return null;
    if (isOtherScale(scaleIn(told), properties[name])) return null;
    const member = readMember(written, properties[name] ?? {}, fit);
    if (member === null) return null;
    value[name] = member.value;
    if (member.tail !== '') tails.push(member.tail);
  }
  const [tail, ...others] = tails;
  if (tail !== undefined) {
    const isReason = others.length === 0 && REASON in properties && !(REASON in value);
    if (isReason) value[REASON] = tail;
    notes.push(isReason ? 'the words behind it were read as "reason"' : 'words behind a label were overlooked');
  }
  return { value, notes, before: labelled.before };
}

/** Of alternatives the members of all. */
function propertiesOf(schema: Json): Readonly<Record<string, Json>> {
  const { properties = {}, anyOf = [] } = schema as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly anyOf?: readonly Json[];
  };
  return anyOf.reduce<Readonly<Record<string, Json>>>((all, one) => ({ ...propertiesOf(one), ...all }), properties);
}

interface ReadMember {
  readonly value: Json;
  /** What stands behind a value that is no text. */
  readonly tail: string;
}

/** The value of a number or a choice ends where its line or its clause does. */
const CLAUSE = /\n|[.,;:](?=\s)|\s[–—-](?=\s)|\s(?=\()/u;

/** Null where the text is no such value, or what is behind it may be another one. */
function readMember(text: string, schema: Json, fit: FitMember): ReadMember | null {
  if (/[{}]/.test(text)) {
    const value = jsonIn(text);
    return value === undefined ? null : { value, tail: '' };
  }
  const whole = fit(text, schema);
  if (whole.ok) return { value: text, tail: '' };
  const { index = -1 } = CLAUSE.exec(text) ?? {};
  if (index < 0) return null;
  const head = bare(text.slice(0, index));
  const behind = text.slice(index);
  const scale = scaleBehind(behind);
  if (isOtherScale(scale?.top ?? null, schema)) return null;
  const tail = behind.slice(scale?.length ?? 0).replace(/^[^\p{L}\p{N}"“'-]+/u, '');
  const read = fit(head, schema);
  if (!read.ok || (typeof read.value === 'boolean' && HEDGE.test(tail))) return null;
  return isOther(tail, read.value, schema, fit) ? null : { value: head, tail };
}

/** Words that take a yes or a no back in part. */
const HEDGE =
  /^(?:but|partially|partly|mostly|almost|in part|not (?:fully|quite|entirely|always)|to some (?:extent|degree))\b/i;

/** True where a number is told to be of another scale than the one that was asked for. */
function isOtherScale(top: number | null, schema: Json | undefined): boolean {
  const { maximum } = (schema ?? {}) as { readonly maximum?: number };
  return top !== null && maximum !== undefined && top !== maximum;
}

/** The first words behind a value that may correct it. */
const NEAR = 4;

/** True where one of the first words is another value: `4, or maybe 5`. */
function isOther(tail: string, value: Json, schema: Json, fit: FitMember): boolean {
  return tail
    .split(/\s+/, NEAR)
    .map((word) => fit(bare(word).replace(/[,;:.]$/, ''), schema))
    .some((reading) => reading.ok && reading.value !== value && isSingle(reading.value));
}

const isSingle = (value: Json): boolean => !Array.isArray(value) && !isJsonObject(value);

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(unfenced(text)) as Json;
  } catch {
    return undefined;
  }
}
