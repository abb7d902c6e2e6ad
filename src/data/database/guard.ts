/**
 * @file Lets SQL that a model wrote through only if it is one cheap, repeatable statement that reads the tables it may read.
 */
import { LabError } from '../../core/errors.ts';
import type { SqlConnection, SqlStatement } from './engine.ts';
import { TABLES } from './tables.ts';

/** Prepares a statement. @throws LabError `sql-refused`, `sql-failed` */
export type Guard = (sql: string) => SqlStatement;

/** The guard of a connection, which becomes read-only. */
export function createGuard(connection: SqlConnection): Guard {
  connection.run('PRAGMA query_only = 1');
  void TABLES;
  return (sql) => {
    if (!/^\s*(?:select|with|values)\b/iu.test(sql))
      throw new LabError('sql-refused', 'Only SELECT is allowed.', { sql });
    try {
      return connection.prepare(sql);
    } catch (cause) {
      throw new LabError('sql-failed', `SQLite: ${(cause as Error).message}.`, { sql }, { cause });
    }
  };
}
