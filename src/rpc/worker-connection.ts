/** @file One worker and the calls to it. A call never hangs: it settles, or the worker dies or is killed. */
import { wrap, type Remote } from 'comlink';
import { LabError, NEVER } from '../core/errors.ts';
import './transfer-handlers.ts';

const reasonOf = (lost: AbortSignal): LabError =>
  lost.reason instanceof LabError ? lost.reason : new LabError('worker-died', 'The worker is gone. Run again.');

/** The outcome of a call, or at once `aborted`. @param call is given a signal that is spent once the call has ended */
export function callWorker<Result>(
  lost: AbortSignal,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const own = new AbortController();
  return new Promise<Result>((resolve, reject) => {
    const stop = (): void => {
      own.abort();
      reject(new LabError('aborted', 'Stopped.'));
    };
    const giveUp = (): void => reject(reasonOf(lost));
    if (lost.aborted) giveUp();
    else if (signal.aborted) stop();
    else {
      signal.addEventListener('abort', stop, { once: true });
      lost.addEventListener('abort', giveUp, { once: true });
      void call(own.signal)
        .then(resolve, reject)
        .finally(() => {
          signal.removeEventListener('abort', stop);
          lost.removeEventListener('abort', giveUp);
          own.abort();
        });
    }
  });
}

export interface Pinged {
  /** Resolves at once: a worker that does not answer is busy in something that cannot be interrupted. */
  ping(): Promise<void>;
}

export type WorkerLike = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'>;

export interface WorkerConnection<Service> {
  readonly remote: Remote<Service>;
  readonly alive: boolean;
  /** Aborted when the worker is gone, with the `LabError` as its reason. */
  readonly lost: AbortSignal;
  settle<Result>(call: Promise<Result>): Promise<Result>;
  kill(error: LabError): void;
}

export function connectWorker<Service>(startWorker: () => WorkerLike, died: string): WorkerConnection<Service> {
  const worker = startWorker();
  const controller = new AbortController();
  const { signal: lost } = controller;
  const kill = (error: LabError): void => {
    if (lost.aborted) return;
    worker.terminate();
    controller.abort(error);
  };
  // Both a script that does not load and an error that nothing caught end here; neither ever answers a call.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    kill(new LabError('worker-died', died, { reason: event.message || 'The worker’s script could not be loaded.' }));
  });
  return {
    remote: wrap<Service>(worker),
    get alive() {
      return !lost.aborted;
    },
    lost,
    settle: (call) => callWorker(lost, NEVER, () => call),
    kill,
  };
}
