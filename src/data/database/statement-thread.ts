/**
 * @file Statements that a model or a person wrote run in a thread with a database of its own, which can be ended: SQLite in
 * WebAssembly cannot be interrupted, whatever it is at. What is posted, and the thread's side of it.
 */
import type { QueryResult } from '../../core/database.ts';
import { toLabError, type LabErrorData } from '../../core/errors.ts';
import type { SqlEngine } from './engine.ts';
import { openDatabase, type LabDatabase } from './lab-database.ts';

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
