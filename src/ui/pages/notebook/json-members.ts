/** @file Reading and writing single members of a cell's JSON, as its form does. */
import type { Json } from '../../../core/json.ts';
import { isObject, type JsonObject } from '../../../notebook/plain-json.ts';
import type { Problem } from './document.ts';

/** A cell that a form shows and writes. */
export interface WrittenCell {
  /** With everything filled in. */
  readonly value: JsonObject;
  readonly problem: Problem | null;
  readonly onwrite: (value: JsonObject) => void;
}

/** What is wrong with one of these members of a cell, or within it; null where nothing is. */
export function wrongAt(problem: Problem | null, fields: readonly string[]): string | null {
  const isThere = fields.some((field) => problem?.field === field || problem?.field.startsWith(`${field}.`));
  return isThere ? (problem?.message ?? null) : null;
}

/** A value somewhere in JSON; undefined where there is none. */
export function memberAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((part, name) => (isObject(part) ? part[name] : undefined), value);
}

/** A text or a number somewhere in JSON as text; empty for anything else. */
export function textAt(value: Json | undefined, path: readonly string[]): string {
  const found = memberAt(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** Numbers, separated by commas or spaces; what is no number stays text, for the check to name. */
export const listOfNumbers = (written: string): Json[] =>
  written
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(numberOrText);

/** A number where the text is one. */
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
  const next = rest.length === 0 ? member : withMember(isObject(inner) ? inner : {}, rest, member);
  const entries = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(next === undefined ? entries : [...entries, [name, next]]);
}
