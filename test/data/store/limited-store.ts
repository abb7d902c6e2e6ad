/** @file A disk that is full for a while. */
import type { FileStore } from '../../../src/core/file-store.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';

/** A store whose disk can be full for a while. */
export interface LimitedStore extends FileStore {
  isFull: boolean;
}

/** The store, whose disk is full for as long as it is told to be. */
export function limitedStore(files: FileStore): LimitedStore {
  const full = new MemoryFileStore(0);
  const store: LimitedStore = {
    isFull: false,
    list: (folder: string) => files.list(folder),
    read: (path: string) => files.read(path),
    size: (path: string) => files.size(path),
    remove: (path: string) => files.remove(path),
    write: (...given: Parameters<FileStore['write']>) => (store.isFull ? full : files).write(...given),
    async appender(...given: Parameters<FileStore['appender']>) {
      const appender = await files.appender(...given);
      return {
        ...appender,
        append: (bytes: Uint8Array) => (store.isFull ? full.write('a', bytes) : appender.append(bytes)),
      };
    },
  };
  return store;
}
