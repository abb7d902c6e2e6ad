/**
 * @file A value as a JSON Schema wants it: checked, and mended where it can be read in one way alone. What is mended: numbers and truth values
 * that are texts, choices in another case or with `_` for `-`, a text in an object of its own, a list in a text, one entry in place of a list, other
 * names that mean a member that is absent, and null or nothing where there is a default. Of JSON Schema it knows what the lab's own schemas use.
 */
import type { SchemaOf } from './schema-of.ts';
import type { Reading } from './generate.ts';
import { isJsonList, isJsonObject, type Json } from '../json.ts';
import { isNothing, listsIn, numberWithin, truthIn } from './in-text.ts';
import { meantNames } from './member-names.ts';
import { choicesNamed, keyOf } from './named-choice.ts';
import { otherScale } from './other-scale.ts';
import { textsIn } from './texts-in.ts';

/** The part of JSON Schema that is read. */
interface Schema {
  readonly type?: string;
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

/** How strict a schema is meant. */
export interface FitOptions {
  /** What becomes of members that the schema does not name and forbids: left out, or a fault. */
  readonly unknown: 'overlook' | 'refuse';
}

/** The value with a note on all that was mended, or what is wrong with it and where: `steps.0.tool must be one of …`. */
export function fitted<Value>(value: Json, schema: SchemaOf<Value>, options: FitOptions): Reading<Value>;
export function fitted(value: Json, schema: Json, options: FitOptions): Reading<Json>;
export function fitted(value: Json, schema: Json, options: FitOptions): Reading<Json> {
  const notes: string[] = [];
  const reading = new Fitting(options, notes).fit(value, schema as Schema, '');
  if (!reading.ok || notes.length === 0) return reading;
  return { ...reading, note: [...new Set(notes)].join('; ') };
}

const wrong = (path: string, what: string): Reading<never> => ({
  ok: false,
  problem: `${path === '' ? 'it' : path} ${what}`,
});
const right = (value: Json): Reading<Json> => ({ ok: true, value });
const under = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

class Fitting {
  private readonly options: FitOptions;
  private readonly notes: string[];

  constructor(options: FitOptions, notes: string[]) {
    this.options = options;
    this.notes = notes;
  }

  fit(value: Json, schema: Schema, path: string): Reading<Json> {
    if (schema.anyOf !== undefined) return this.anyOf(value, schema.anyOf, path);
    const choices = schema.const !== undefined ? [schema.const] : schema.enum;
    if (choices !== undefined) return this.choice(value, choices, path);
    switch (schema.type) {
      case 'object':
        return this.object(value, schema, path);
      case 'array':
        return this.list(value, schema, path);
      case 'string':
        return this.text(value, schema, path);
      case 'number':
      case 'integer':
        return this.number(value, schema, path);
      case 'boolean':
        return typeof value === 'boolean' ? right(value) : this.truth(value, path);
      case 'null':
        if (typeof value === 'string' && isNothing(value))
          return this.mended(null, `${quoted(value)} was read as nothing`);
        return value === null ? right(null) : wrong(path, 'must be null');
      default:
        return right(value);
    }
  }

  private mended(value: Json, note: string): Reading<Json> {
    this.notes.push(note);
    return right(value);
  }

  /** The first that fits as it is; else the first that can be mended. */
  private anyOf(value: Json, schemas: readonly Schema[], path: string): Reading<Json> {
    let first: { readonly value: Json; readonly notes: readonly string[] } | null = null;
    for (const schema of schemas) {
      const notes: string[] = [];
      const reading = new Fitting(this.options, notes).fit(value, schema, path);
      if (reading.ok && notes.length === 0) return reading;
      if (reading.ok) first ??= { value: reading.value, notes };
    }
    if (first !== null) {
      for (const note of first.notes) this.notes.push(note);
      return right(first.value);
    }
    const nearest = nearestOf(value, schemas);
    return nearest === null
      ? wrong(path, `must be ${schemas.map(kindOf).join(' or ')}`)
      : new Fitting(this.options, []).fit(value, nearest, path);
  }

  private choice(value: Json, choices: readonly Json[], path: string): Reading<Json> {
    if (choices.some((one) => one === value)) return right(value);
    const meant = choicesNamed(value, choices);
    const [only] = meant;
    if (only !== undefined && meant.length === 1)
      return this.mended(only, `${JSON.stringify(value)} was read as ${JSON.stringify(only)}`);
    const known = choices.slice(0, MOST_NAMED).map((one) => JSON.stringify(one));
    const more = choices.length > MOST_NAMED ? ' …' : '';
    return wrong(path, `must be ${choices.length === 1 ? '' : 'one of '}${known.join(', ')}${more}`);
  }

  private truth(value: Json, path: string): Reading<Json> {
    const meant = typeof value === 'string' || typeof value === 'number' ? truthIn(keyOf(value)) : null;
    if (meant === null) return wrong(path, 'must be true or false');
    return this.mended(meant, `${JSON.stringify(value)} was read as ${meant}`);
  }

  private number(value: Json, schema: Schema, path: string): Reading<Json> {
    const number = numberWithin(value, schema.maximum);
    const { type, minimum = -Infinity, maximum = Infinity } = schema;
    const kind = type === 'integer' ? 'a whole number' : 'a number';
    if (number === null || !Number.isFinite(number) || (type === 'integer' && !Number.isSafeInteger(number)))
      return wrong(path, `must be ${kind}`);
    if (number < minimum || number > maximum) return wrong(path, `must be ${kind} ${rangeOf(schema)}`);
    return typeof value === 'number' ? right(number) : this.mended(number, `a number was written as ${quoted(value)}`);
  }

  private text(value: Json, schema: Schema, path: string): Reading<Json> {
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    const [text, ...others] = textsIn(value) ?? [];
    if (text === undefined) return wrong(path, 'must be a text');
    // Of several texts none is the one that was asked for.
    if (others.length > 0) return wrong(path, `must be one text, not a list of ${others.length + 1}`);
    if (text.trim().length < minLength) return wrong(path, 'must not be empty');
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return wrong(path, 'is no such text');
    if (text.length > maxLength) return wrong(path, `must have at most ${maxLength} characters`);
    return typeof value === 'string' ? right(text) : this.mended(text, `a text was written as ${quoted(value)}`);
  }

  private list(value: Json, schema: Schema, path: string): Reading<Json> {
    const { items, prefixItems = [], minItems = 0, maxItems = Infinity } = schema;
    // Nothing, or an object, is no entry: only what could stand in the list itself.
    const isEntry = typeof value === 'string' || typeof value === 'number';
    if (!Array.isArray(value) && (!isEntry || prefixItems.length > 0)) return wrong(path, 'must be a list');
    if (minItems === 0 && isEmptyList(value, items))
      return this.mended([], `${quoted(value)} was read as an empty list`);
    const entries: readonly Json[] = Array.isArray(value) ? value : this.entriesIn(value, schema);
    if (entries.length < minItems || entries.length > maxItems)
      return wrong(path, `must be a list ${sizeOf(schema)}, not of ${entries.length}`);
    const read: Json[] = [];
    // That its entries are texts too goes without saying.
    const fitting = Array.isArray(value) || entries.length === 1 ? this : new Fitting(this.options, []);
    for (const [at, entry] of entries.entries()) {
      const own = prefixItems[at] ?? (items === false ? undefined : items);
      const reading = own === undefined ? right(entry) : fitting.fit(entry, own, under(path, at));
      if (!reading.ok) return reading;
      read.push(reading.value);
    }
    if (Array.isArray(value)) return right(read);
    return this.mended(read, `${quoted(value)} was read as a list of ${read.length === 1 ? 'one' : read.length}`);
  }

  /** The entries of a list that is written as one text, where each of them fits; else the text alone. */
  private entriesIn(value: Json, { items, prefixItems }: Schema): readonly Json[] {
    if (typeof value !== 'string' || items === false || items === undefined || prefixItems !== undefined)
      return [value];
    const isEntry = (entry: Json): boolean => new Fitting(this.options, []).fit(entry, items, '').ok;
    return listsIn(value, { mayHoldCommas: isFreeText(items) }).find((list) => list.every(isEntry)) ?? [value];
  }

  private object(value: Json, schema: Schema, path: string): Reading<Json> {
    if (!isJsonObject(value)) return wrong(path, 'must be an object');
    const { properties = {}, required = [], additionalProperties = true } = schema;
    const read: [string, Json][] = [];
    const missing = new Set(Object.keys(properties));
    const { meant, doubt } = meantNames(value, properties);
    for (const [written, given] of Object.entries(value)) {
      const name = meant.get(written) ?? written;
      if (name !== written) this.notes.push(`"${written.slice(0, 40)}" was read as "${name}"`);
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own === undefined) {
        if (additionalProperties !== false) read.push([name, given]);
        else if (this.options.unknown === 'refuse' && given !== null)
          return wrong(path, `has ${JSON.stringify(name)}, which is not known; known are ${namesOf(properties)}`);
        else if (given !== null) this.notes.push(`"${name.slice(0, 40)}" was overlooked`);
        continue;
      }
      if (given === null && !admitsNull(own)) continue;
      if (typeof given === 'string' && own.type === 'object' && own.default !== undefined && isNothing(given)) {
        this.notes.push(`${quoted(given)} was read as nothing`);
        continue;
      }
      const scale = otherScale(value, properties, own.maximum);
      if (scale !== null) return wrong(under(path, name), `must be of ${own.maximum}, not of ${scale}`);
      const reading = this.fit(given, own, under(path, name));
      if (!reading.ok) return reading;
      read.push([name, reading.value]);
      missing.delete(name);
    }
    // What has other members alone is not the object that was asked for, with nothing in it.
    const isOther = doubt === null && isForeign(value, properties, meant);
    if (isOther) return wrong(path, `has none of ${namesOf(properties)}`);
    for (const name of missing) {
      const orElse = properties[name]?.default;
      const both = doubt?.name === name ? doubt.written.map((one) => JSON.stringify(one)).join(' and ') : null;
      if (orElse !== undefined) {
        read.push([name, orElse]);
        if (both !== null) this.notes.push(`either of ${both} may be "${name}", so neither was read`);
      } else if (required.includes(name))
        return wrong(path, `has ${both === null ? 'no' : `${both}, of which either may be`} ${JSON.stringify(name)}`);
    }
    return right(Object.fromEntries(read));
  }
}

/** True for an object that has members, and none of those that are asked for. */
const isForeign = (value: object, properties: object, meant: ReadonlyMap<string, string>): boolean => {
  const own = Object.keys(properties);
  const written = Object.keys(value);
  return own.length > 0 && written.length > 0 && !written.some((name) => own.includes(meant.get(name) ?? name));
};

/** So many choices are named in a problem. */
const MOST_NAMED = 20;

/** True where an entry may be any words. */
const isFreeText = ({ type, enum: choices, const: only, anyOf }: Schema): boolean =>
  anyOf !== undefined
    ? anyOf.some(isFreeText)
    : choices === undefined && only === undefined && (type === undefined || type === 'string');

/** `"none"` where a list is wanted, and `["none"]` where its entries are words, none of which is that. */
function isEmptyList(value: Json, items: Schema['items']): boolean {
  const [only, ...others] = isJsonList(value) ? value : [value];
  if (typeof only !== 'string' || others.length > 0 || !isNothing(only)) return false;
  return items === false || items === undefined
    ? value === only
    : isFreeText(items) || (value === only && items.enum === undefined);
}

/** The object schema that names most of an object's members; null for anything else. */
function nearestOf(value: Json, schemas: readonly Schema[]): Schema | null {
  if (!isJsonObject(value)) return null;
  let nearest: Schema | null = null;
  let most = 0;
  for (const schema of schemas) {
    const { properties = {} } = schema;
    const known = Object.entries(value).map(([name, own]) => {
      const wanted = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return wanted === undefined ? 0 : wanted.const !== undefined && keyOf(wanted.const) === keyOf(own) ? 3 : 1;
    });
    const count = known.reduce<number>((sum, one) => sum + one, 0);
    if (count > most) [nearest, most] = [schema, count];
  }
  return nearest;
}

function admitsNull({ type, anyOf, enum: choices, const: only }: Schema): boolean {
  if (anyOf !== undefined) return anyOf.some(admitsNull);
  if (choices !== undefined || only !== undefined) return choices?.includes(null) === true || only === null;
  return type === 'null' || type === undefined;
}
const namesOf = (members: object): string => Object.keys(members).join(', ');
const quoted = (value: Json): string => JSON.stringify(value).slice(0, 60);

function kindOf({ type, properties = {} }: Schema): string {
  if (type === 'object') return `an object with ${namesOf(properties)}`;
  return type === 'string' ? 'a text' : type === 'array' ? 'a list' : type === 'null' ? 'null' : `a ${type ?? 'value'}`;
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (maximum === undefined) return `of at least ${minimum}`;
  return minimum === undefined ? `of at most ${maximum}` : `from ${minimum} to ${maximum}`;
}

function sizeOf({ minItems = 0, maxItems }: Schema): string {
  if (maxItems === undefined) return `of at least ${minItems}`;
  return minItems === maxItems ? `of ${minItems}` : `of ${minItems} to ${maxItems}`;
}
