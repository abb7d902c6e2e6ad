/**
 * @file The values that cross every border of the lab: workers, links, recordings and files carry JSON and nothing else.
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Writes a value as JSON with object keys in code-unit order and no spaces, so that equal values have equal texts.
 * Members that are `undefined` are left out, as `JSON.stringify` does.
 */
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
