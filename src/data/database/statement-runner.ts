/**
 * @file Runs statements in a thread of their own, one after the other, each with a deadline. One that takes longer ends the
 * thread; the next one has a new thread, and nobody else notices.
 */
import type { QueryResult } from '../../core/database.ts';
import { LabError, throwIfAborted, type LabErrorData, toLabError } from '../../core/errors.ts';
import { type LabDatabase, openDatabase } from './lab-database.ts';
import type { SqlEngine } from './engine.ts';

/** What the thread is asked, one after the other: first to open the bytes of `export()`, then to run statements. */
export type StatementRequest =
  { readonly type: 'open'; readonly bytes: Uint8Array } | { readonly type: 'run'; readonly sql: string };

export type StatementReply =
  | { readonly type: 'opened' }
  | { readonly type: 'rows'; readonly result: QueryResult }
  | { readonly type: 'failed'; readonly error: LabErrorData };

export interface StatementThread {
  /** @param transfer is the thread's own from then on */
  post(request: StatementRequest, transfer: ArrayBuffer[]): void;
  /** @param onEnd is told why the thread ended by itself */
  listen(onReply: (reply: StatementReply) => void, onEnd: (reason: string) => void): void;
  end(): void;
}

export type StartStatements = () => StatementThread;

export function answerStatements(
  loadEngine: () => Promise<SqlEngine>,
  post: (reply: StatementReply) => void,
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

export function statementWorker(worker: Worker): StatementThread {
  return {
    post: (request, transfer) => worker.postMessage(request, transfer),
    listen(onReply, onEnd) {
      worker.addEventListener('message', ({ data }: MessageEvent<StatementReply>) => onReply(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onEnd(event.message || 'The script could not be loaded.');
      });
    },
    end: () => worker.terminate(),
  };
}

export const STATEMENT_SECONDS = 2;

/** A busy event loop runs its timers before it reads its messages: an answer that is there is given the time to be read. */
const LATE_MILLISECONDS = 100;

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
  let open: Promise<AskedThread> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const opened = (): Promise<AskedThread> => {
    const opening = (open ??= openThread(database, start));
    opening.catch(() => (open = null));
    return opening;
  };
  const discard = (): void => {
    void open?.then((thread) => thread.end()).catch(() => undefined);
    open = null;
  };
  const inTurn = async (sql: string, signal: AbortSignal): Promise<QueryResult> => {
    throwIfAborted(signal);
    // How long a thread takes to begin says nothing of the statement.
    const thread = await opened();
    throwIfAborted(signal);
    const stopped = new AbortController();
    const stop = (): void => stopped.abort(new LabError('aborted', 'Stopped.'));
    let timer = setTimeout(() => {
      timer = setTimeout(() => stopped.abort(tookTooLong(sql)), LATE_MILLISECONDS);
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const reply = await thread.ask({ type: 'run', sql }, [], stopped.signal);
      if (reply.type === 'rows') return reply.result;
      throw reply.type === 'failed' ? LabError.fromData(reply.error) : new LabError('internal', 'No rows came.');
    } catch (thrown) {
      if (thrown === stopped.signal.reason || !thread.isAlive) discard();
      throw thrown;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
  return {
    run(sql, signal) {
      const turn = last.then(() => inTurn(sql, signal));
      last = turn.catch(() => undefined);
      return turn;
    },
    end: discard,
  };
}

interface AskedThread {
  readonly isAlive: boolean;
  /** @throws LabError what the signal is aborted with, or `sql-failed` where the thread ends by itself */
  ask(request: StatementRequest, transfer: ArrayBuffer[], signal: AbortSignal): Promise<StatementReply>;
  end(): void;
}

async function openThread(database: Pick<LabDatabase, 'export'>, start: StartStatements): Promise<AskedThread> {
  const thread = askedThread(start());
  const bytes = database.export();
  const { signal } = new AbortController();
  const reply = await thread
    .ask({ type: 'open', bytes }, [bytes.buffer as ArrayBuffer], signal)
    .catch((cause: unknown) => {
      throw new LabError('worker-died', 'What runs statements could not be started; run again.', null, { cause });
    });
  if (reply.type === 'failed') throw LabError.fromData(reply.error satisfies LabErrorData);
  return thread;
}

function askedThread(thread: StatementThread): AskedThread {
  let waiting: { resolve(reply: StatementReply): void; reject(error: unknown): void } | null = null;
  let gone: LabError | null = null;
  thread.listen(
    (reply) => {
      waiting?.resolve(reply);
      waiting = null;
    },
    (reason) => {
      gone ??= new LabError('sql-failed', 'The statement ended SQLite, most likely for want of memory.', { reason });
      waiting?.reject(gone);
      waiting = null;
    },
  );
  const end = (error: LabError): void => {
    gone ??= error;
    thread.end();
    waiting?.reject(error);
    waiting = null;
  };
  return {
    get isAlive() {
      return gone === null;
    },
    ask(request, transfer, signal) {
      if (gone !== null) return Promise.reject(gone);
      return new Promise<StatementReply>((resolve, reject) => {
        waiting = { resolve, reject };
        const stop = (): void => end(signal.reason as LabError);
        signal.addEventListener('abort', stop, { once: true });
        thread.post(request, transfer);
      });
    },
    end: () => end(new LabError('aborted', 'Stopped.')),
  };
}
