/** @file A value read by a JSON Schema, as far as the lab's schemas go: numbers may be written as texts, texts as numbers. */
import type { Reading } from './generate.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { largest } from '../numbers/extremes.ts';

declare const read: unique symbol;

export type SchemaOf<Value> = JsonObject & { readonly [read]?: Value };

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: Json;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly default?: Json;
}

export interface FitOptions {
  readonly unknown: 'overlook' | 'refuse';
}

/** Notes say what was read as something else, problems where it is: `steps.0.tool must be one of …`. */
export function fitted<Value>(value: Json, schema: SchemaOf<Value>, options: FitOptions): Reading<Value>;
export function fitted(value: Json, schema: Json, options: FitOptions): Reading<Json>;
export function fitted(value: Json, schema: Json, options: FitOptions): Reading<Json> {
  const notes: string[] = [];
  const reading = fit(value, schema as Schema, '', { ...options, notes });
  return reading.ok && notes.length > 0 ? { ...reading, note: [...new Set(notes)].join('; ') } : reading;
}

interface Fitting extends FitOptions {
  readonly notes: string[];
}

const wrong = (path: string, what: string): Reading<never> => ({
  ok: false,
  problem: `${path === '' ? 'it' : path} ${what}`,
});
const right = (value: Json): Reading<Json> => ({ ok: true, value });
const under = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);
const quoted = (value: Json): string => JSON.stringify(value).slice(0, 60);

function fit(value: Json, schema: Schema, path: string, fitting: Fitting): Reading<Json> {
  if (schema.anyOf !== undefined) return anyOf(value, schema.anyOf, path, fitting);
  const choices = schema.const !== undefined ? [schema.const] : schema.enum;
  if (choices !== undefined) return choice(value, choices, path, fitting);
  switch (schema.type) {
    case 'object':
      return object(value, schema, path, fitting);
    case 'array':
      return list(value, schema, path, fitting);
    case 'string':
      return text(value, schema, path, fitting);
    case 'number':
    case 'integer':
      return number(value, schema, path, fitting);
    case 'boolean':
      return typeof value === 'boolean' ? right(value) : wrong(path, 'must be true or false');
    case 'null':
      return value === null ? right(null) : wrong(path, 'must be null');
    default:
      return right(value);
  }
}

/** The first that fits as it is; else the first that fits with a note. */
function anyOf(value: Json, schemas: readonly Schema[], path: string, fitting: Fitting): Reading<Json> {
  const tries = schemas.map((schema) => {
    const notes: string[] = [];
    return { reading: fit(value, schema, path, { ...fitting, notes }), notes };
  });
  const able = tries.filter(({ reading }) => reading.ok);
  const best = able.find(({ notes }) => notes.length === 0) ?? able[0];
  if (best !== undefined) {
    for (const note of best.notes) fitting.notes.push(note);
    return best.reading;
  }
  const nearest = tries[nearestOf(value, schemas)];
  return nearest?.reading ?? wrong(path, `must be ${schemas.map(kindOf).join(' or ')}`);
}

const MOST_NAMED = 20;

function choice(value: Json, choices: readonly Json[], path: string, { notes }: Fitting): Reading<Json> {
  if (choices.some((one) => one === value)) return right(value);
  const alike = choices.filter((one) => isPlain(one) && isPlain(value) && keyOf(one) === keyOf(value));
  const [only] = alike;
  if (only !== undefined && alike.length === 1) {
    notes.push(`${quoted(value)} was read as ${JSON.stringify(only)}`);
    return right(only);
  }
  const known = choices.slice(0, MOST_NAMED).map((one) => JSON.stringify(one));
  const more = choices.length > MOST_NAMED ? ' …' : '';
  return wrong(path, `must be ${choices.length === 1 ? '' : 'one of '}${known.join(', ')}${more}`);
}

const isPlain = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number';
const keyOf = (value: string | number): string => String(value).trim().toLowerCase();

const NUMBER = /^\s{0,9}[+-]?(?:\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})\s{0,9}$/;

export const numberIn = (written: string): number | null => (NUMBER.test(written) ? Number(written) : null);

function number(value: Json, schema: Schema, path: string, { notes }: Fitting): Reading<Json> {
  const read = typeof value === 'string' ? numberIn(value) : value;
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (typeof read !== 'number' || !Number.isFinite(read) || (type === 'integer' && !Number.isSafeInteger(read)))
    return wrong(path, `must be ${kind}`);
  if (read < minimum || read > maximum) return wrong(path, `must be ${kind} ${rangeOf(schema)}`);
  if (typeof value === 'string') notes.push(`a number was written as ${quoted(value)}`);
  return right(read);
}

function text(value: Json, schema: Schema, path: string, { notes }: Fitting): Reading<Json> {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  if (!isPlain(value)) return wrong(path, 'must be a text');
  const written = String(value);
  if (written.trim().length < minLength) return wrong(path, 'must not be empty');
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(written)) return wrong(path, 'is no such text');
  if (written.length > maxLength) return wrong(path, `must have at most ${maxLength} characters`);
  if (typeof value === 'number') notes.push(`a text was written as ${quoted(value)}`);
  return right(written);
}

function list(value: Json, schema: Schema, path: string, fitting: Fitting): Reading<Json> {
  const { items, prefixItems = [], minItems = 0, maxItems = Infinity } = schema;
  if (!Array.isArray(value)) return wrong(path, 'must be a list');
  const entries = value as readonly Json[];
  if (entries.length < minItems || entries.length > maxItems)
    return wrong(path, `must be a list ${sizeOf(schema)}, not of ${entries.length}`);
  const read: Json[] = [];
  for (const [at, entry] of entries.entries()) {
    const own = prefixItems[at] ?? (items === false ? undefined : items);
    const reading = own === undefined ? right(entry) : fit(entry, own, under(path, at), fitting);
    if (!reading.ok) return reading;
    read.push(reading.value);
  }
  return right(read);
}

function object(value: Json, schema: Schema, path: string, fitting: Fitting): Reading<Json> {
  if (!isJsonObject(value)) return wrong(path, 'must be an object');
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const entries: [string, Json][] = [];
  for (const [name, given] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own === undefined) {
      if (additionalProperties !== false) entries.push([name, given]);
      else if (fitting.unknown === 'refuse' && given !== null)
        return wrong(path, `has ${JSON.stringify(name)}, which is not known; known are ${namesOf(properties)}`);
      else if (given !== null) fitting.notes.push(`"${name.slice(0, 40)}" was overlooked`);
      continue;
    }
    // Strict schemas write null for what is left out.
    if (given === null && !admitsNull(own)) continue;
    const reading = fit(given, own, under(path, name), fitting);
    if (!reading.ok) return reading;
    entries.push([name, reading.value]);
  }
  const names = new Set(entries.map(([name]) => name));
  const isOther = Object.keys(value).length > 0 && Object.keys(properties).length > 0;
  // What has other members alone is not the object that was asked for, with nothing in it.
  if (isOther && !Object.keys(value).some((name) => Object.hasOwn(properties, name)))
    return wrong(path, `has none of ${namesOf(properties)}`);
  for (const [name, own] of Object.entries(properties)) {
    if (names.has(name)) continue;
    if (own.default !== undefined) entries.push([name, own.default]);
    else if (required.includes(name)) return wrong(path, `has no ${JSON.stringify(name)}`);
  }
  return right(Object.fromEntries(entries));
}

function nearestOf(value: Json, schemas: readonly Schema[]): number {
  if (!isJsonObject(value)) return -1;
  const counts = schemas.map(({ properties = {} }) =>
    Object.entries(value).reduce((sum, [name, given]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return sum + (own === undefined ? 0 : own.const !== undefined && own.const === given ? 3 : 1);
    }, 0),
  );
  const most = largest(counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

function admitsNull({ type, anyOf: schemas, enum: choices, const: only }: Schema): boolean {
  if (schemas !== undefined) return schemas.some(admitsNull);
  if (choices !== undefined || only !== undefined) return choices?.includes(null) === true || only === null;
  return type?.includes('null') ?? true;
}

const namesOf = (members: object): string => Object.keys(members).join(', ');

function kindOf({ type = 'value', properties = {} }: Schema): string {
  if (type === 'object') return `an object with ${namesOf(properties)}`;
  return type === 'string' ? 'a text' : type === 'array' ? 'a list' : type === 'null' ? 'null' : `a ${String(type)}`;
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (maximum === undefined) return `of at least ${minimum}`;
  return minimum === undefined ? `of at most ${maximum}` : `from ${minimum} to ${maximum}`;
}

function sizeOf({ minItems = 0, maxItems }: Schema): string {
  if (maxItems === undefined) return `of at least ${minItems}`;
  return minItems === maxItems ? `of ${minItems}` : `of ${minItems} to ${maxItems}`;
}
