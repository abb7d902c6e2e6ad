/** @file The values that cross every border of the lab: workers, links, recordings and files carry JSON and nothing else. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What JSON can hold of a type. Interfaces have no index signature, so they are not `Json` themselves. */
export type JsonOf<Value> = Value extends Json | undefined
  ? Value
  : Value extends (...given: never[]) => unknown
    ? never
    : { readonly [Name in keyof Value]: JsonOf<Value[Name]> };

export const asJson = <Value>(value: JsonOf<Value>): Json => value as unknown as Json;

export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isJsonList = (value: unknown): value is readonly Json[] => Array.isArray(value);

export const jsonMembers = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

export const jsonMember = (value: Json | undefined, name: string): Json => jsonMembers(value)[name] ?? null;

export const jsonList = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : []);

export const jsonText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Undefined for a text that is no JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** JSON with object keys in code-unit order and no spaces, so that equal values have equal texts. */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((entry: Json) => canonicalJson(entry)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value as Readonly<Record<string, Json | undefined>>)
      .filter((entry): entry is [string, Json] => entry[1] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

export const inCanonicalOrder = <Value extends Json>(value: Value): Value => JSON.parse(canonicalJson(value)) as Value;

/** As prompts write JSON, on one line with a blank behind each colon and comma: `{"type": "Analyse", "content": ["user", 524]}`. */
export function spacedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((entry: Json) => spacedJson(entry)).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member)}`);
  return `{${members.join(', ')}}`;
}

/** The table's own value: a plain object also answers to `constructor`, which a model, a dataset or a link may name. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return value;
}
