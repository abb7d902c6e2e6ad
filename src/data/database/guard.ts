/**
 * @file Lets SQL that a model wrote through only if it is one cheap, repeatable statement that reads the tables of the
 * schema: first by its text, then by the program and the plan that SQLite makes of it. `query_only` is a second lock.
 */
import { LabError } from '../../core/errors.ts';
import type { SqlConnection, SqlStatement } from './engine.ts';
import { MOST_GATHERED, MOST_VISITS, inspectPlan } from './query-cost.ts';
import { inspectProgram, rootPagesOf } from './query-program.ts';
import { problemOfText } from './query-text.ts';
import { TABLES } from './tables.ts';

/**
 * Prepares a statement that may run; the caller frees it.
 * @throws LabError `sql-refused` where it may not, `sql-failed` with SQLite's words where it is no SQL of these tables
 */
export type Guard = (sql: string) => SqlStatement;

/** What SQLite says of a failure. sql.js also throws plain texts. */
export function sqlFailure(cause: unknown, sql: string): LabError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LabError('sql-failed', `SQLite could not run the statement: ${reason}.`, { sql }, { cause });
}

function refuse(problem: string, sql: string): never {
  throw new LabError('sql-refused', `The statement ${problem}.`, { sql });
}

const MOST_SHAPES = 1000;

/**
 * A statement but for the ids that it names. SQLite makes the same program and plan of all statements of one shape, so that
 * a verdict on one of them holds for all; what depends on the text itself is looked at each time.
 */
function shapeOf(sql: string): string {
  return sql
    .replaceAll(/(=\s*)\d{1,9}\b/gu, '$1#')
    .replaceAll(/\bin\s*\(([\d\s,]+)\)/giu, (_list, ids: string) => `in (#${ids.split(',').length})`);
}

/**
 * Makes a connection read-only and quick to read: pages are in memory once, and nobody else writes to them. It has to be
 * done again where sql.js opens a connection anew, as it does after each export.
 */
export function settle(connection: SqlConnection): void {
  connection.run('PRAGMA query_only = 1; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536');
}

/** The guard of a connection, which becomes read-only. */
export function createGuard(connection: SqlConnection): Guard {
  settle(connection);
  const allowed = rootPagesOf(connection, new Set(Object.values(TABLES).map(({ name }) => name)));
  const check = (sql: string): void => {
    const { problem, gathers } = inspectProgram(connection, sql, allowed);
    if (problem !== null) refuse(problem, sql);
    const { visits, recursive } = inspectPlan(connection, sql);
    if (recursive) refuse('is recursive, and may never end', sql);
    const most = gathers ? MOST_GATHERED : MOST_VISITS;
    if (visits > most) {
      const [about, allowedRows] = [visits, most].map(
        (rows) => `${(rows / 1e6).toLocaleString('en', { maximumSignificantDigits: 2 })} million`,
      );
      const amount = `would visit about ${about} rows where ${allowedRows} are allowed`;
      refuse(`${amount}: join on ids, filter before joining, or read the tables of statistics and similar items`, sql);
    }
  };
  const passed = new Set<string>();
  const checkOnce = (sql: string): void => {
    const shape = shapeOf(sql);
    if (passed.has(shape)) return;
    check(sql);
    if (passed.size >= MOST_SHAPES) passed.clear();
    passed.add(shape);
  };
  return (sql) => {
    const problem = problemOfText(sql);
    if (problem !== null) refuse(problem, sql);
    try {
      checkOnce(sql);
      return connection.prepare(sql);
    } catch (cause) {
      throw cause instanceof LabError ? cause : sqlFailure(cause, sql);
    }
  };
}
