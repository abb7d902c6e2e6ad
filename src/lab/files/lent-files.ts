/** @file Files that another worker has. */
import { expose, proxy, wrap, type Remote } from 'comlink';
import type { FileStore } from '../../core/file-store.ts';

/** A file store as it crosses a border between workers: what is held as a proxy. */
function lent(files: FileStore) {
  return {
    list: (folder: string) => files.list(folder),
    read: (path: string) => files.read(path),
    size: (path: string) => files.size(path),
    write: (path: string, bytes: Uint8Array) => files.write(path, bytes),
    remove: (path: string) => files.remove(path),
    appender: async (path: string) => proxy(await files.appender(path)),
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
    size: (path) => remote.size(path),
    write: (path, bytes) => remote.write(path, bytes),
    remove: (path) => remote.remove(path),
    async appender(path) {
      const file = await remote.appender(path);
      return {
        append: (bytes) => file.append(bytes),
        truncate: (size) => file.truncate(size),
        close: () => file.close(),
      };
    },
  };
}
