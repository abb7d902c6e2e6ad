/** @file Locks among all who share an object in memory. */
import type { FileLock, LockRequest } from '../../core/file-store.ts';

interface Holder {
  readonly lost: AbortController;
  readonly released: Promise<void>;
}

/** Locks by name. */
export class MemoryLocks {
  private readonly holders = new Map<string, Holder>();

  /** Whether somebody has the lock. */
  isHeld(name: string): boolean {
    return this.holders.has(name);
  }

  /** The lock of a name; null where somebody has it, also after waiting. */
  async lock(name: string, { until, takeOver = false }: LockRequest = {}): Promise<FileLock | null> {
    for (let other = this.holders.get(name); other !== undefined; other = this.holders.get(name)) {
      if (takeOver) {
        other.lost.abort();
        break;
      }
      if (until === undefined || !(await isReleased(other, until))) return null;
    }
    return this.hold(name);
  }

  private hold(name: string): FileLock {
    const lost = new AbortController();
    let tell = (): void => undefined;
    const holder: Holder = { lost, released: new Promise((resolve) => (tell = resolve)) };
    this.holders.set(name, holder);
    return {
      lost: lost.signal,
      release: async () => {
        if (this.holders.get(name) === holder) this.holders.delete(name);
        tell();
      },
    };
  }
}

/** Waits for a release. @returns false where nobody waits any more */
async function isReleased({ released }: Holder, until: AbortSignal): Promise<boolean> {
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
