/** @file Locks among all workers of the origin. */
import { toLabError } from '../../core/errors.ts';
import type { FileLock, LockRequest } from '../../core/file-store.ts';

export class MemoryLocks {
  private readonly held = new Map<string, Promise<void>>();

  isHeld(name: string): boolean {
    return this.held.has(name);
  }

  /** The lock of a name; null where somebody has it, also after waiting. */
  async lock(name: string, { until }: LockRequest = {}): Promise<FileLock | null> {
    for (let released = this.held.get(name); released !== undefined; released = this.held.get(name))
      if (until === undefined || !(await isReleased(released, until))) return null;
    let tell = (): void => undefined;
    this.held.set(name, new Promise((resolve) => (tell = resolve)));
    return {
      release: async () => {
        this.held.delete(name);
        tell();
      },
    };
  }
}

async function isReleased(released: Promise<void>, until: AbortSignal): Promise<boolean> {
  if (until.aborted) return false;
  return new Promise((resolve) => {
    const stop = (): void => resolve(false);
    until.addEventListener('abort', stop, { once: true });
    void released.then(() => {
      until.removeEventListener('abort', stop);
      resolve(true);
    });
  });
}

/** A signal that runs out says another word than one that is aborted. */
const ENDINGS = ['AbortError', 'TimeoutError'];

export function webLock(name: string, { until }: LockRequest = {}): Promise<FileLock | null> {
  const { locks } = navigator;
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
