/**
 * @file Reads a statement's rows up to caps, so that no statement floods a prompt or the memory.
 */
import type { QueryResult, SqlValue } from '../../core/database.ts';
import type { SqlEngine, SqlStatement } from './engine.ts';

/** Rows past this are left out. */
export const MOST_ROWS = 200;
/** Rows past this many UTF-16 bytes of values are left out. */
export const MOST_BYTES = 65_536;
const BYTES_A_NUMBER = 8;
/** So many bytes of UTF-8 are more than `MOST_BYTES` of UTF-16: a unit of the latter is three bytes at most. */
const SURELY_TOO_MANY = (MOST_BYTES / 2) * 3;

const bytesOf = (value: SqlValue): number => (typeof value === 'string' ? 2 * value.length : BYTES_A_NUMBER);

/** Blobs are shown as SQL writes them: tools and traces carry JSON only. */
function plain(value: SqlValue | Uint8Array): SqlValue {
  if (!(value instanceof Uint8Array)) return value;
  return `x'${Array.from(value.subarray(0, MOST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('')}'`;
}

/** Steps through a statement that stands before its first row. A row that is too long is never copied out of SQLite. */
export function readRows(engine: SqlEngine, statement: SqlStatement): QueryResult {
  const columns = statement.getColumnNames();
  const rows: SqlValue[][] = [];
  let bytes = 0;
  while (statement.step()) {
    if (rows.length === MOST_ROWS || engine.bytesOf(statement) > SURELY_TOO_MANY)
      return { columns, rows, truncated: true };
    const row = statement.get().map(plain);
    bytes += row.reduce<number>((sum, value) => sum + bytesOf(value), 0);
    if (bytes > MOST_BYTES) return { columns, rows, truncated: true };
    rows.push(row);
  }
  return { columns, rows, truncated: false };
}
