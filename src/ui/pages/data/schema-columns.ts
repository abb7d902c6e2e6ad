/** @file The tables and columns that a schema text names, for completion while somebody writes SQL. */

/** Columns by table, from lines that begin like `items(item_id, title, year)`. */
export function columnsOf(schema: string): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const [, table = '', columns = ''] of schema.matchAll(/^[-* ]*(\w+)\s*\(([^)]*)\)/gm)) {
    found[table] = columns.split(',').flatMap((column) => column.trim().match(/^\w+/) ?? []);
  }
  return found;
}
