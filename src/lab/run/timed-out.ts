/**
 * @file Statements that took too long are noted, and where they are met again they fail at once: how fast a machine is must
 * not change what a run that is continued, forked or replayed comes to.
 */
import type { Database } from '../../core/database.ts';
import { LabError } from '../../core/errors.ts';
import { timedOutStatements } from '../../core/timed-out-statements.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { tookTooLong } from '../../data/database/statement-runner.ts';

/** The statements that took too long. */
export interface TimedOut {
  has(sql: string): boolean;
  /** Notes one more. What it gives is waited for, so that it may make the note durable. */
  add(sql: string): unknown;
}

/** The database, which does not run what is known to take too long, and notes what does. */
export function withTimedOut(database: Database, known: TimedOut): Database {
  return {
    schema: database.schema,
    query: (sql) => database.query(sql),
    search: (text, limit) => database.search(text, limit),
    reviews: (itemId, limit) => database.reviews(itemId, limit),
    async ask(sql, signal) {
      if (known.has(sql)) throw tookTooLong(sql);
      try {
        return await database.ask(sql, signal);
      } catch (thrown) {
        if (thrown instanceof LabError && thrown.code === 'sql-timeout') await known.add(sql);
        throw thrown;
      }
    },
  };
}

/** Those of a trace, as a run that branches off from it meets them. */
export const timedOutIn = (events: readonly TraceEvent[]): TimedOut => new Set(events.flatMap(timedOutStatements));
