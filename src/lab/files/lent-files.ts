/** @file Files that another worker has. */
import { expose, proxy, wrap, type Remote } from 'comlink';
import type { FileStore, LockRequest } from '../../core/file-store.ts';

const asked = (until: AbortSignal | null): LockRequest => (until === null ? {} : { until });

/** A file store as it crosses a border between workers: what is held as a proxy, signals as arguments of their own. */
function lent(files: FileStore) {
  return {
    list: (folder: string) => files.list(folder),
    read: (path: string) => files.read(path),
    open: (path: string) => files.open(path),
    write: (path: string, bytes: Uint8Array) => files.write(path, bytes),
    remove: (path: string) => files.remove(path),
    appender: async (path: string, until: AbortSignal | null) => proxy(await files.appender(path, asked(until))),
    async lock(name: string, until: AbortSignal | null) {
      const lock = await files.lock(name, asked(until));
      return lock === null ? null : proxy({ release: () => lock.release() });
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
    async appender(path, { until = null as AbortSignal | null } = {}) {
      const file = await remote.appender(path, until);
      return {
        append: (bytes) => file.append(bytes),
        truncate: (size) => file.truncate(size),
        close: () => file.close(),
      };
    },
    async lock(name, { until = null as AbortSignal | null } = {}) {
      const lock = await remote.lock(name, until);
      return lock === null ? null : { release: () => lock.release() };
    },
  };
}
