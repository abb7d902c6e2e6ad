/** @file A thread of programs in Node. */
import type { ProgramReply, ProgramThread } from '../programs/program-thread.ts';
import { startThread } from './start-thread.ts';

const THREAD = new URL('./program-thread.ts', import.meta.url).href;

/** Starts a thread that runs programs. It keeps the thread that asks it alive until it is ended, as closing a session does. */
export function startPrograms(): ProgramThread {
  const thread = startThread(THREAD, {});
  return {
    post: (request) => thread.postMessage(request),
    listen(onReply, onEnd) {
      thread.on('message', (reply: ProgramReply) => onReply(reply));
      thread.on('error', (cause) => onEnd(String(cause)));
      thread.on('exit', () => onEnd('The thread ended.'));
    },
    end: () => void thread.terminate(),
  };
}
