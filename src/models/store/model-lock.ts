/**
 * @file One tab at a time writes the files of a model.
 */
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { nameInSite } from '../../core/site-scope.ts';

/**
 * Does the work while nobody else has the lock of that name.
 * @param onWaiting called once where somebody has it
 * @throws LabError `aborted` where the person stopped waiting
 */
export type ModelLock = <Result>(
  name: string,
  onWaiting: () => void,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

/** A lock among all tabs of this site. */
export const webLock: ModelLock = async (name, onWaiting, signal, work) => {
  const full = nameInSite(name);
  const tried = await navigator.locks.request(full, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { result: await work() },
  );
  if (tried !== null) return tried.result;
  onWaiting();
  throwIfAborted(signal);
  const stopped = new LabError('aborted', 'Stopped.');
  return navigator.locks.request(full, { signal }, work).catch((thrown: unknown) => {
    throw thrown instanceof DOMException && thrown.name === 'AbortError' ? stopped : thrown;
  });
};
