/** @file Locks among all tabs and workers of the origin. */
import { toLabError } from '../../core/errors.ts';
import type { FileLock, LockRequest } from '../../core/file-store.ts';
import { MemoryLocks } from './memory-locks.ts';

/** Where a browser has no locks, those who share this worker keep to an order at least. */
const OWN = new MemoryLocks();

/** A signal that runs out says another word than one that is aborted. */
const ENDINGS = ['AbortError', 'TimeoutError'];

/** The browser's lock of that name; null where somebody has it, also after waiting. */
export function webLock(name: string, request: LockRequest = {}): Promise<FileLock | null> {
  const { locks = null } = navigator as { locks?: LockManager };
  return locks === null ? OWN.lock(name, request) : lockAmongTabs(locks, name, request);
}

function lockAmongTabs(
  locks: LockManager,
  name: string,
  { until, takeOver = false }: LockRequest,
): Promise<FileLock | null> {
  const how: LockOptions = takeOver ? { steal: true } : until === undefined ? { ifAvailable: true } : { signal: until };
  return new Promise((resolve, reject) => {
    const lost = new AbortController();
    const held = locks.request(name, how, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => {
        resolve({
          lost: lost.signal,
          async release() {
            release();
            await held.catch(() => undefined);
          },
        });
      });
    });
    held.catch((thrown: unknown) => {
      // Either nobody waits any more, or another took the lock over.
      const isEnded = thrown instanceof DOMException && ENDINGS.includes(thrown.name);
      if (!isEnded) reject(toLabError(thrown));
      lost.abort();
      resolve(null);
    });
  });
}
