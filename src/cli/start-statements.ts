/** @file A thread of statements in Node. */
import type { StatementReply, StatementThread } from '../data/database/statement-thread.ts';
import { startThread } from './start-thread.ts';

const THREAD = new URL('./statement-thread.ts', import.meta.url).href;

/** Starts a thread that runs statements. It keeps the thread that asks it alive until it is ended, as closing a session does. */
export function startStatements(): StatementThread {
  const thread = startThread(THREAD, {});
  return {
    post: (request, transfer) => thread.postMessage(request, transfer),
    listen(onReply, onEnd) {
      thread.on('message', (reply: StatementReply) => onReply(reply));
      thread.on('error', (cause) => onEnd(String(cause)));
      thread.on('exit', () => onEnd('The thread ended.'));
    },
    end: () => void thread.terminate(),
  };
}
