/**
 * @file One worker and the calls to it. A call never hangs: it settles, is given up when the worker dies, or the worker
 * is killed by the one who waits.
 */
import { wrap, type Remote } from 'comlink';
import { LabError } from '../core/errors.ts';
import type { LabService } from '../wire/lab-service.ts';

/** A worker that is, or was, alive. */
export interface WorkerConnection {
  readonly remote: Remote<LabService>;
  readonly alive: boolean;
  /** The call's outcome, or `worker-died` if the worker dies first. */
  settle<Result>(call: Promise<Result>): Promise<Result>;
  /** Terminates the worker; calls that are under way reject with the error. */
  kill(error: LabError): void;
}

const DIED = 'The lab’s worker stopped by itself, most likely for want of memory. The lab has been started again.';

/** Connects to a new worker. */
export function connectWorker(startWorker: () => Worker): WorkerConnection {
  const worker = startWorker();
  const waiting = new Set<(error: LabError) => void>();
  let dead: LabError | null = null;
  const kill = (error: LabError): void => {
    if (dead !== null) return;
    dead = error;
    worker.terminate();
    for (const reject of waiting) reject(error);
    waiting.clear();
  };
  // Both a script that does not load and an error that nothing caught end here; neither ever answers a call.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    kill(new LabError('worker-died', DIED, { reason: event.message || 'The worker’s script could not be loaded.' }));
  });
  return {
    remote: wrap<LabService>(worker),
    get alive() {
      return dead === null;
    },
    settle: (call) =>
      new Promise((resolve, reject) => {
        if (dead !== null) {
          reject(dead);
          return;
        }
        waiting.add(reject);
        call.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    kill,
  };
}
