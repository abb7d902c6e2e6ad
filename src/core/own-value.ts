/** @file Looking up a word that a stranger wrote. */

/**
 * The value of a key that is the table's own; undefined where it has none. A plain object also answers to `constructor` and `toString`,
 * which a model, a dataset or a link may well name.
 */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** What stands at a path of own members and places; undefined where nothing does. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return value;
}
