/** @file A thread of programs that is a worker of the browser. */
import type { ProgramReply, ProgramThread } from './program-thread.ts';

/** A worker as a thread of programs. */
export function programWorker(worker: Worker): ProgramThread {
  return {
    post: (request) => worker.postMessage(request),
    listen(onReply, onEnd) {
      worker.addEventListener('message', ({ data }: MessageEvent<ProgramReply>) => onReply(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onEnd(event.message || 'The script could not be loaded.');
      });
    },
    end: () => worker.terminate(),
  };
}
