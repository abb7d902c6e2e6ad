/** @file The database that tools see. */
import type { CatalogueEntry, Database, QueryResult, SqlValue } from '../../core/database.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { SqlConnection, SqlEngine, SqlStatement } from './engine.ts';
import { createGuard, isOutOfMemory, settle, sqlFailure } from './guard.ts';
import { log } from '../../core/numbers/elementary-functions.ts';
import { searchWords } from './facts.ts';

const MOST_ROWS = 200;
/** Rows past this many UTF-16 bytes of values are left out. */
const MOST_BYTES = 65_536;
const BYTES_A_NUMBER = 8;
/** So many bytes of UTF-8 are more than `MOST_BYTES` of UTF-16: a unit of the latter is three bytes at most. */
const SURELY_TOO_MANY = (MOST_BYTES / 2) * 3;

const bytesOf = (value: SqlValue): number => (typeof value === 'string' ? 2 * value.length : BYTES_A_NUMBER);

/** Blobs are shown as SQL writes them: tools and traces carry JSON only. */
function plain(value: SqlValue | Uint8Array): SqlValue {
  if (!(value instanceof Uint8Array)) return value;
  return `x'${Array.from(value.subarray(0, MOST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('')}'`;
}

function readRows(engine: SqlEngine, statement: SqlStatement): QueryResult {
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

const K1 = 1.2;
const B = 0.75;
const WEIGHTS = [3, 1] as const;
const MOST_WORDS = 12;

/** The score of a row from `matchinfo(catalogue, 'pcnalx')`: phrases, columns, rows, mean lengths, lengths, hits. */
function score(info: Uint32Array): number {
  const at = (index: number) => info[index] ?? 0;
  const [phrases, columns, rows] = [at(0), at(1), at(2)];
  let sum = 0;
  for (let phrase = 0; phrase < phrases; phrase += 1) {
    WEIGHTS.forEach((weight, column) => {
      const hits = 3 + 2 * columns + 3 * (column + phrase * columns);
      const [inRow, rowsWithHits] = [at(hits), at(hits + 2)];
      const length = at(3 + columns + column) / Math.max(at(3 + column), 1);
      const rarity = log(1 + (rows - rowsWithHits + 0.5) / (rowsWithHits + 0.5));
      sum += (weight * rarity * inRow * (K1 + 1)) / (inRow + K1 * (1 - B + B * length));
    });
  }
  return sum;
}

type Hit = readonly [itemId: number, score: number];

function hitsOf(found: SqlStatement, query: string): Hit[] {
  const hits: Hit[] = [];
  found.bind([query]);
  while (found.step()) {
    const [itemId, info] = found.get() as [number, Uint8Array];
    hits.push([itemId, score(new Uint32Array(info.slice().buffer))]);
  }
  return hits.sort(([itemA, a], [itemB, b]) => b - a || itemA - itemB);
}

/** Items with all of the words, or, where there is none, with any of them; best first, equals by id. */
function searchCatalogue(connection: SqlConnection, text: string, limit: number): readonly CatalogueEntry[] {
  const words = [...new Set(searchWords(text))].slice(0, MOST_WORDS).map((word) => `"${word}"`);
  if (words.length === 0) return [];
  const found = connection.prepare(
    "SELECT docid, matchinfo(catalogue, 'pcnalx') FROM catalogue WHERE catalogue MATCH ?",
  );
  const entry = connection.prepare(
    'SELECT items.title, items.year, catalogue.facts FROM items JOIN catalogue ON docid = item_id WHERE item_id = ?',
  );
  try {
    // A common word such as a year is in hundreds of rows, and each of them would have to be scored.
    const withAll = hitsOf(found, words.join(' '));
    const hits = withAll.length > 0 ? withAll : hitsOf(found, words.join(' OR '));
    return hits.slice(0, limit).map(([itemId]) => {
      const [title, year, facts] = entry.get([itemId]) as [string, number | null, string];
      return { itemId, title, year, facts };
    });
  } finally {
    found.free();
    entry.free();
  }
}

export interface DatabaseOptions {
  /** Results kept, since equal statements give equal rows; 256 where not given, 0 for none. */
  readonly cachedQueries?: number;
}

export interface LabDatabase extends Database {
  export(): Uint8Array;
  close(): void;
}

const DEFAULT_CACHED_QUERIES = 256;
const MOST_ENTRIES = 50;

export function openConnection(
  engine: SqlEngine,
  connection: SqlConnection,
  { cachedQueries = DEFAULT_CACHED_QUERIES }: DatabaseOptions,
): LabDatabase {
  const cache = new RecentlyUsed<QueryResult>(cachedQueries);
  const schema = String(connection.exec('SELECT text FROM description')[0]?.values[0]?.[0] ?? '');
  const guard = createGuard(connection);
  /** What pages are cached must not decide whether a statement passes: it would pass in one run and fail in the next. */
  const withRoom = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (thrown) {
      if (!isOutOfMemory(thrown)) throw thrown;
      engine.release();
      return work();
    }
  };
  const run = (sql: string): QueryResult => {
    const statement = guard(sql);
    try {
      return readRows(engine, statement);
    } catch (cause) {
      throw sqlFailure(cause, sql);
    } finally {
      statement.free();
    }
  };
  const query = (sql: string): QueryResult => {
    const result = cache.get(sql) ?? withRoom(() => run(sql));
    cache.set(sql, result);
    return result;
  };
  return {
    schema,
    query,
    async ask(sql, signal) {
      throwIfAborted(signal);
      return Promise.resolve(query(sql));
    },
    search: (text, limit) =>
      withRoom(() => searchCatalogue(connection, text, Math.min(Math.max(Math.trunc(limit) || 1, 1), MOST_ENTRIES))),
    export() {
      const bytes = connection.export();
      settle(connection);
      return bytes;
    },
    close: () => connection.close(),
  };
}

/** Opens a database that `export()` gave. @throws LabError `file-invalid` where the bytes are no such database */
export function openDatabase(engine: SqlEngine, bytes: Uint8Array, options: DatabaseOptions = {}): LabDatabase {
  const connection = engine.open(bytes);
  try {
    return openConnection(engine, connection, options);
  } catch (cause) {
    connection.close();
    throw new LabError('file-invalid', 'These bytes are no database of the lab.', null, { cause });
  }
}

/** Values by key, of which the ones that were asked for least recently go first. */
export class RecentlyUsed<Value> {
  private readonly entries = new Map<string, Value>();
  private readonly most: number;

  /** @param most how many values there may be */
  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.most && oldest !== undefined) this.entries.delete(oldest);
  }
}
