/**
 * @file The database that tools see.
 */
import type { CatalogueEntry, Database, QueryResult } from '../../core/database.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { RecentlyUsed } from '../../core/recently-used.ts';
import { searchCatalogue } from './catalogue.ts';
import type { SqlConnection, SqlEngine } from './engine.ts';
import { type Guard, createGuard, isOutOfMemory, settle, sqlFailure } from './guard.ts';
import { readRows } from './read-rows.ts';

/** How a database is used. */
export interface DatabaseOptions {
  /** Results kept, since equal statements give equal rows; 256 where not given, 0 for none. */
  readonly cachedQueries?: number;
}

/** A database with what its host needs besides. */
export interface LabDatabase extends Database {
  /** The database as a file, for `openDatabase`. */
  export(): Uint8Array;
  /** Frees its memory; nothing may be asked of it afterwards. */
  close(): void;
}

const DEFAULT_CACHED_QUERIES = 256;
const MOST_ENTRIES = 50;

class GuardedDatabase implements LabDatabase {
  readonly schema: string;
  private readonly engine: SqlEngine;
  private readonly connection: SqlConnection;
  private readonly guard: Guard;
  private readonly cache: RecentlyUsed<QueryResult>;

  constructor(
    engine: SqlEngine,
    connection: SqlConnection,
    { cachedQueries = DEFAULT_CACHED_QUERIES }: DatabaseOptions,
  ) {
    this.engine = engine;
    this.connection = connection;
    this.cache = new RecentlyUsed(cachedQueries);
    this.schema = String(connection.exec('SELECT text FROM description')[0]?.values[0]?.[0] ?? '');
    this.guard = createGuard(connection);
  }

  query(sql: string): QueryResult {
    const known = this.cache.get(sql);
    if (known !== undefined) return known;
    const result = this.withRoom(() => this.run(sql));
    this.cache.set(sql, result);
    return result;
  }

  async ask(sql: string, signal: AbortSignal): Promise<QueryResult> {
    throwIfAborted(signal);
    return Promise.resolve(this.query(sql));
  }

  search(text: string, limit: number): readonly CatalogueEntry[] {
    return this.withRoom(() => searchCatalogue(this.connection, text, within(limit)));
  }

  reviews(itemId: number, limit: number): readonly string[] {
    const statement = this.connection.prepare(
      'SELECT review FROM interactions WHERE item_id = ? AND review IS NOT NULL ORDER BY time DESC, user_id LIMIT ?',
    );
    try {
      return this.withRoom(() => {
        statement.bind([itemId, within(limit)]);
        return readRows(this.engine, statement).rows.map(([review]) => String(review));
      });
    } finally {
      statement.free();
    }
  }

  export(): Uint8Array {
    const bytes = this.connection.export();
    settle(this.connection);
    return bytes;
  }

  close(): void {
    this.connection.close();
  }

  /** What pages are cached must not decide whether a statement passes: it would pass in one run and fail in the next. */
  private withRoom<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (thrown) {
      if (!isOutOfMemory(thrown)) throw thrown;
      this.engine.release();
      return work();
    }
  }

  private run(sql: string): QueryResult {
    const statement = this.guard(sql);
    try {
      return readRows(this.engine, statement);
    } catch (cause) {
      throw sqlFailure(cause, sql);
    } finally {
      statement.free();
    }
  }
}

const within = (limit: number): number => Math.min(Math.max(Math.trunc(limit) || 1, 1), MOST_ENTRIES);

/** Takes a filled connection, which is then read-only. */
export function openConnection(engine: SqlEngine, connection: SqlConnection, options: DatabaseOptions): LabDatabase {
  return new GuardedDatabase(engine, connection, options);
}

/**
 * Opens a database that `export()` gave.
 * @throws LabError `file-invalid` where the bytes are no such database
 */
export function openDatabase(engine: SqlEngine, bytes: Uint8Array, options: DatabaseOptions = {}): LabDatabase {
  const connection = engine.open(bytes);
  try {
    return openConnection(engine, connection, options);
  } catch (cause) {
    connection.close();
    throw new LabError('file-invalid', 'These bytes are no database of the lab.', null, { cause });
  }
}
