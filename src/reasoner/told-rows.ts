/**
 * @file Rows as an observation tells them and as they are read back: `"Heat (1995)" 4.5 "Slow, but worth it."; …`. Texts are in
 * quotes with escapes, so that nothing that anybody wrote ends its row.
 */
import type { SqlValue } from '../core/database.ts';

/** A value of a row that was told; null where the database had none. */
export type ToldValue = string | number | null;

const DIGITS = 2;
const ROWS = '; ';
const VALUE = /"(?:[^"\\]|\\.)*(?:"|$)|;|[^\s;"]+/g;

function written(value: SqlValue | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' ? String(Number(value.toFixed(DIGITS))) : 'null';
}

/** Rows as a text. */
export function writeRows(rows: readonly (readonly SqlValue[])[]): string {
  return rows.map((row) => row.map(written).join(' ')).join(ROWS);
}

function readValue(word: string): ToldValue {
  try {
    const value: unknown = JSON.parse(word);
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  } catch {
    return null;
  }
}

/** What `writeRows` wrote. A text that something else wrote gives rows of nulls. */
export function readRows(text: string): ToldValue[][] {
  const rows: ToldValue[][] = [[]];
  for (const [word] of text.matchAll(VALUE)) {
    if (word === ';') rows.push([]);
    else rows.at(-1)?.push(readValue(word));
  }
  return rows;
}
