/** @file What a form shows and writes: the JSON of a spec, or the draft of one. Reading and writing its members. */
import { isJsonList, isJsonObject, jsonList, jsonMembers, type Json, type JsonObject } from '../../core/json.ts';
import type { FieldSchema } from '../../core/form-schema.ts';
import { schemaAt } from './schema.ts';

export interface Problem {
  /** `spec.seed`; empty where it is not about one member. */
  readonly field: string;
  readonly message: string;
}

export interface Written {
  readonly value: JsonObject;
  readonly schema: FieldSchema;
  readonly problem: Problem | null;
  /** True where numbers out of their bounds are written too, for a check to name. */
  readonly isDraft: boolean;
  readonly onwrite: (value: JsonObject) => void;
}

/** A spec that is right at all times: what is out of bounds stays in its field. */
export const writtenSpec = <Spec extends object>(
  spec: Spec,
  schema: FieldSchema | undefined,
  onwrite: (spec: Spec) => void,
): Written => ({
  value: spec as unknown as JsonObject,
  schema: schema ?? {},
  problem: null,
  isDraft: false,
  onwrite: (next) => onwrite(next as unknown as Spec),
});

/** A member that is a spec itself, as a form shows and writes it. */
export const partOf = ({ value, schema, problem, isDraft, onwrite }: Written, member: string): Written => ({
  value: isJsonObject(value[member]) ? value[member] : {},
  schema: schemaAt(schema, [member], value),
  problem:
    problem?.field.startsWith(`${member}.`) === true
      ? { ...problem, field: problem.field.slice(member.length + 1) }
      : null,
  isDraft,
  onwrite: (next) => onwrite({ ...value, [member]: next }),
});

/** What is wrong with one of these members, or within it; null where nothing is. */
export function wrongAt(problem: Problem | null, fields: readonly string[]): string | null {
  const isThere = fields.some((field) => problem?.field === field || problem?.field.startsWith(`${field}.`));
  return isThere ? (problem?.message ?? null) : null;
}

export function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (part, name) => (isJsonObject(part) ? part[name] : jsonList(part)[Number(name)]),
    value,
  );
}

export function textAt(value: Json | undefined, path: readonly string[]): string {
  const found = memberAt(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

const LONGEST_RANGE = 100;

/** Numbers, separated by commas or spaces, `1-5` for a range; what is no number stays text, for the check to name. */
export const listOfNumbers = (written: string): Json[] =>
  written
    .split(/[-–]/)
    .map((part) => part.trim())
    .join('-')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [, from = NaN, to = NaN] = (/^(\d+)-(\d+)$/.exec(part) ?? []).map(Number);
      const length = to - from + 1;
      return length > 0 && length <= LONGEST_RANGE
        ? Array.from({ length }, (_, at) => from + at)
        : [numberOrText(part)];
    });

export const numberOrText = (written: string): Json =>
  written.trim() === '' || Number.isNaN(Number(written)) ? written : Number(written);

/** A list of JSON as it is typed; of anything else nothing. */
export const listText = (value: Json | undefined): string =>
  Array.isArray(value) ? value.map((entry: Json) => (typeof entry === 'object' ? '?' : String(entry))).join(', ') : '';

/** The object with another value at a path, or without it where that is undefined. */
export function withMember(value: JsonObject, path: readonly string[], member: Json | undefined): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const inner = value[name];
  const [at = '', ...within] = rest;
  const next =
    rest.length === 0
      ? member
      : isJsonList(inner)
        ? inner.map((one, place) => (place === Number(at) ? withMember(jsonMembers(one), within, member) : one))
        : withMember(isJsonObject(inner) ? inner : {}, rest, member);
  const entries = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(next === undefined ? entries : [...entries, [name, next]]);
}
