/**
 * @file Lets SQL that a model wrote through only if it is one cheap, repeatable statement that reads the tables of the
 * schema: first by its text, then by the program and the plan that SQLite makes of it. `query_only` is a second lock.
 */
import { grouped } from '../../core/grouped.ts';
import { LabError } from '../../core/errors.ts';
import { HEAP_LIMIT, PAGE_CACHE, type SqlConnection, type SqlStatement } from './engine.ts';
import { MOST_GATHERED, MOST_OPERATIONS, MOST_VISITS, inspectPlan, tableSizes } from './query-cost.ts';
import { inspectProgram, rootPagesOf } from './query-program.ts';
import { problemOfText } from './query-text.ts';
import { TABLES } from './tables.ts';

/**
 * Prepares a statement that may run; the caller frees it.
 * @throws LabError `sql-refused` where it may not, `sql-failed` with SQLite's words where it is no SQL of these tables
 */
export type Guard = (sql: string) => SqlStatement;

const OUT_OF_MEMORY = 'out of memory';

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** True where a statement would have built more than SQLite may hold. */
export const isOutOfMemory = (thrown: unknown): boolean =>
  reasonOf(thrown instanceof LabError ? thrown.cause : thrown) === OUT_OF_MEMORY;

/** What SQLite says of a failure. sql.js also throws plain texts. */
export function sqlFailure(cause: unknown, sql: string): LabError {
  const reason = reasonOf(cause);
  const message =
    reason === OUT_OF_MEMORY
      ? `The statement needs more memory than the ${HEAP_LIMIT / 2 ** 20} MiB that SQLite has: filter before sorting or grouping, and build no long texts.`
      : `SQLite could not run the statement: ${reason}.`;
  return new LabError('sql-failed', message, { sql }, { cause });
}

function refuse(problem: string, sql: string): never {
  throw new LabError('sql-refused', `The statement ${problem}.`, { sql });
}

/**
 * Makes a connection read-only and quick to read: nobody else writes to its pages. What a statement sorts and keeps aside is
 * in SQLite's memory, where it is limited, rather than in a file. It has to be done again where sql.js opens a connection
 * anew, as it does after each export.
 */
export function settle(connection: SqlConnection): void {
  connection.run(
    `PRAGMA query_only = 1; PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${PAGE_CACHE}`,
  );
}

/** To two digits. */
function millions(count: number): string {
  const value = Number((count / 1e6).toPrecision(2));
  return `${value < 1000 ? String(value) : grouped(value)} million`;
}

/** The guard of a connection, which becomes read-only. */
export function createGuard(connection: SqlConnection): Guard {
  settle(connection);
  const allowed = rootPagesOf(connection, new Set(Object.values(TABLES).map(({ name }) => name)));
  const sizes = tableSizes(connection);
  const check = (sql: string): void => {
    const { problem, gathers, work } = inspectProgram(connection, sql, allowed);
    if (problem !== null) refuse(problem, sql);
    const { visits, recursive } = inspectPlan(connection, sql, sizes);
    if (recursive) refuse('is recursive, and may never end', sql);
    const most = gathers ? MOST_GATHERED : MOST_VISITS;
    if (visits > most) {
      const amount = `would visit about ${millions(visits)} rows where ${millions(most)} are allowed`;
      refuse(`${amount}: join on ids, filter before joining, or read the tables of statistics and similar items`, sql);
    }
    if (visits * work > MOST_OPERATIONS) {
      const amount = `would take about ${millions(visits * work)} operations where ${millions(MOST_OPERATIONS)} are allowed`;
      refuse(`${amount}: read fewer rows, or ask for fewer sums, windows and conditions at once`, sql);
    }
  };
  return (sql) => {
    const problem = problemOfText(sql);
    if (problem !== null) refuse(problem, sql);
    try {
      check(sql);
      return connection.prepare(sql);
    } catch (cause) {
      throw cause instanceof LabError ? cause : sqlFailure(cause, sql);
    }
  };
}
