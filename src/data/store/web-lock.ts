/** @file Locks among all workers of the origin. */
import { toLabError } from '../../core/errors.ts';
import type { FileLock, LockRequest } from '../../core/file-store.ts';
import { MemoryLocks } from './memory-locks.ts';

/** Where a browser has no locks, those who share this worker keep to an order at least. */
const OWN = new MemoryLocks();

/** A signal that runs out says another word than one that is aborted. */
const ENDINGS = ['AbortError', 'TimeoutError'];

/** The browser's lock of that name; null where somebody has it, also after waiting. */
export function webLock(name: string, { until }: LockRequest = {}): Promise<FileLock | null> {
  const { locks = null } = navigator as { locks?: LockManager };
  if (locks === null) return OWN.lock(name, { ...(until && { until }) });
  return new Promise((resolve, reject) => {
    const held = locks.request(name, until === undefined ? { ifAvailable: true } : { signal: until }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => {
        resolve({
          async release() {
            release();
            await held.catch(() => undefined);
          },
        });
      });
    });
    held.catch((thrown: unknown) => {
      const isEnded = thrown instanceof DOMException && ENDINGS.includes(thrown.name);
      if (isEnded) resolve(null);
      else reject(toLabError(thrown));
    });
  });
}
