/** @file A thread of statements that is a worker of the browser. */
import type { StatementReply, StatementThread } from './statement-thread.ts';

/** A worker as a thread of statements. */
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
