/**
 * @file Calls of a worker that may be stopped, and that never hang: they end where the worker is lost.
 */
import { LabError } from '../core/errors.ts';

/** The `LabError` that a signal was aborted with, where it was one. */
const reasonOf = (lost: AbortSignal): LabError =>
  lost.reason instanceof LabError ? lost.reason : new LabError('worker-died', 'The worker is gone. Run again.');

/**
 * The outcome of a call, or at once `aborted` where it is stopped: the worker is told, and not waited for.
 * @param lost is aborted, with a `LabError` as its reason, where the worker is lost
 * @param call is given a signal that follows `signal` and is spent once the call has ended, so that the port it crosses on closes
 */
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
