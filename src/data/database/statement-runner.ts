/**
 * @file Runs statements in a thread of their own, one after the other, each with a deadline. One that takes longer ends the
 * thread; the next one has a new thread, and nobody else notices.
 */
import type { QueryResult } from '../../core/database.ts';
import { LabError, NEVER, throwIfAborted, toLabError } from '../../core/errors.ts';
import { AskedThread, type FailedReply, type Thread } from '../../core/platform/asked-thread.ts';
import { inTurns } from '../../core/platform/waiting.ts';
import { type LabDatabase, openDatabase } from './lab-database.ts';
import type { SqlEngine } from './engine.ts';

/** What the thread is asked, one after the other: first to open the bytes of `export()`, then to run statements. */
export type StatementRequest =
  { readonly type: 'open'; readonly bytes: Uint8Array } | { readonly type: 'run'; readonly sql: string };

export type StatementReply = { readonly type: 'opened' } | { readonly type: 'rows'; readonly result: QueryResult };

export type StatementThread = Thread<StatementRequest, StatementReply>;

export type StartStatements = () => StatementThread;

export function answerStatements(
  loadEngine: () => Promise<SqlEngine>,
  post: (reply: StatementReply | FailedReply) => void,
): (request: StatementRequest) => Promise<void> {
  let database: LabDatabase | null = null;
  return async (request) => {
    try {
      if (request.type === 'open') {
        database = openDatabase(await loadEngine(), request.bytes);
        post({ type: 'opened' });
      } else if (database !== null) post({ type: 'rows', result: database.query(request.sql) });
    } catch (thrown) {
      post({ type: 'failed', error: toLabError(thrown).toData() });
    }
  };
}

export const STATEMENT_SECONDS = 2;

export function tookTooLong(sql: string): LabError {
  const problem = `The statement took longer than ${String(STATEMENT_SECONDS)} seconds and was stopped`;
  return new LabError('sql-timeout', `${problem}: ask for less, or read the tables of statistics.`, { sql });
}

export interface StatementRunner {
  /** @throws LabError `sql-refused`, `sql-failed`, `sql-timeout`, `aborted`; `worker-died` where no thread can be started */
  run(sql: string, signal: AbortSignal): Promise<QueryResult>;
  /** Ends the thread; the statement that it is at is `aborted`. */
  end(): void;
}

export function createStatementRunner(
  database: Pick<LabDatabase, 'export'>,
  start: StartStatements,
  seconds = STATEMENT_SECONDS,
): StatementRunner {
  let open: Promise<Statements> | null = null;
  const inTurn = inTurns();
  const opened = (): Promise<Statements> => {
    const opening = (open ??= openThread(database, start));
    opening.catch(() => (open = null));
    return opening;
  };
  const discard = (): void => {
    void open?.then((thread) => thread.end()).catch(() => undefined);
    open = null;
  };
  const run = async (sql: string, signal: AbortSignal): Promise<QueryResult> => {
    throwIfAborted(signal);
    // How long a thread takes to begin says nothing of the statement.
    const thread = await opened();
    throwIfAborted(signal);
    try {
      const deadline = { seconds, error: () => tookTooLong(sql) };
      const reply = await thread.ask({ request: { type: 'run', sql }, signal, deadline });
      if (reply.type === 'rows') return reply.result;
      throw new LabError('internal', 'No rows came.');
    } catch (thrown) {
      if (!thread.isAlive) discard();
      throw thrown;
    }
  };
  return {
    run: (sql, signal) => inTurn(() => run(sql, signal)),
    end: discard,
  };
}

type Statements = AskedThread<StatementRequest, StatementReply>;

async function openThread(database: Pick<LabDatabase, 'export'>, start: StartStatements): Promise<Statements> {
  const lost = (reason: string): LabError =>
    new LabError('sql-failed', 'The statement ended SQLite, most likely because memory ran out.', { reason });
  const thread: Statements = new AskedThread(start(), lost);
  const bytes = database.export();
  try {
    await thread.ask({ request: { type: 'open', bytes }, transfer: [bytes.buffer as ArrayBuffer], signal: NEVER });
    return thread;
  } catch (cause) {
    if (thread.isAlive) throw cause;
    throw new LabError('worker-died', 'What runs statements could not be started; run again.', null, { cause });
  }
}
