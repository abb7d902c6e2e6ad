/** @file Files that another worker has. */
import { expose, proxy, wrap, type Remote } from 'comlink';
import type { FileAppender, FileLock, FileStore, LockRequest } from '../../core/file-store.ts';

/** A file store as it crosses a border between workers: what is held as a proxy, signals and callbacks as arguments of their own. */
function lent(files: FileStore) {
  const asked = (takeOver: boolean, until: AbortSignal | null): LockRequest => ({
    takeOver,
    ...(until !== null && { until }),
  });
  const telling = ({ lost }: FileLock | FileAppender, onLost: () => void): void =>
    lost.addEventListener('abort', () => onLost(), { once: true });
  return {
    list: (folder: string) => files.list(folder),
    read: (path: string) => files.read(path),
    open: (path: string) => files.open(path),
    write: (path: string, bytes: Uint8Array) => files.write(path, bytes),
    remove: (path: string) => files.remove(path),
    async appender(path: string, takeOver: boolean, until: AbortSignal | null, onLost: () => void) {
      const file = await files.appender(path, asked(takeOver, until));
      telling(file, onLost);
      return proxy({
        append: (bytes: Uint8Array) => file.append(bytes),
        truncate: (size: number) => file.truncate(size),
        close: () => file.close(),
      });
    },
    async lock(name: string, takeOver: boolean, until: AbortSignal | null, onLost: () => void) {
      const lock = await files.lock(name, asked(takeOver, until));
      if (lock === null) return null;
      telling(lock, onLost);
      return proxy({ release: () => lock.release() });
    },
  };
}

type LentFiles = ReturnType<typeof lent>;

/** Lets the other side of a port use the files; both sides have installed the transfer handlers. */
export function lendFiles(files: FileStore, port: MessagePort): void {
  expose(lent(files), port);
}

/** The files that are lent on a port. */
export function borrowFiles(port: MessagePort): FileStore {
  const remote: Remote<LentFiles> = wrap<LentFiles>(port);
  return {
    list: (folder) => remote.list(folder),
    read: (path) => remote.read(path),
    open: (path) => remote.open(path),
    write: (path, bytes) => remote.write(path, bytes),
    remove: (path) => remote.remove(path),
    async appender(path, { takeOver = false, until = null as AbortSignal | null } = {}): Promise<FileAppender> {
      const lost = new AbortController();
      const file = await remote.appender(
        path,
        takeOver,
        until,
        proxy(() => lost.abort()),
      );
      return {
        lost: lost.signal,
        append: (bytes) => file.append(bytes),
        truncate: (size) => file.truncate(size),
        close: () => file.close(),
      };
    },
    async lock(name, { takeOver = false, until = null as AbortSignal | null } = {}): Promise<FileLock | null> {
      const lost = new AbortController();
      const lock = await remote.lock(
        name,
        takeOver,
        until,
        proxy(() => lost.abort()),
      );
      return lock === null ? null : { lost: lost.signal, release: () => lock.release() };
    },
  };
}
