/** @file Looking up a word that a stranger wrote. */

/**
 * The value of a key that is the table's own; undefined where it has none. A plain object also answers to `constructor` and `toString`,
 * which a model, a dataset or a link may well name.
 */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
