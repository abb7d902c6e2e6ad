/** @file Files in the origin private file system, for the tests of the page. */
import { expose, proxy } from 'comlink';
import { toLabError } from '../../src/core/errors.ts';
import type { FileAppender, FileStore } from '../../src/core/file-store.ts';
import { OpfsFileStore } from '../../src/data/store/opfs-file-store.ts';
import '../../src/rpc/transfer-handlers.ts';

/** The stores by folder, since only plain data and proxies cross the border. */
const opened = new Map<string, Promise<OpfsFileStore>>();

function storeAt(folder: string): Promise<OpfsFileStore> {
  const store = opened.get(folder) ?? OpfsFileStore.open(folder);
  opened.set(folder, store);
  return store;
}

const worker = {
  list: async (root: string, folder: string): ReturnType<FileStore['list']> => (await storeAt(root)).list(folder),
  read: async (root: string, path: string): ReturnType<FileStore['read']> => (await storeAt(root)).read(path),
  size: async (root: string, path: string): Promise<number> => (await storeAt(root)).size(path),
  write: async (root: string, path: string, bytes: Uint8Array): Promise<void> =>
    (await storeAt(root)).write(path, bytes),
  appender: async (root: string, path: string): Promise<FileAppender> =>
    proxy(await (await storeAt(root)).appender(path)),
  remove: async (root: string, path: string): Promise<void> => (await storeAt(root)).remove(path),
  /**
   * From now on files are written as in a browser that lacks these calls.
   * @param failing calls that are there and do not work, as in WebKitGTK
   */
  lackWays(missing: readonly string[], failing: readonly string[]): void {
    // Browsers have `move` in either place.
    for (const name of missing)
      for (const { prototype } of [FileSystemFileHandle, FileSystemHandle]) Reflect.deleteProperty(prototype, name);
    for (const name of failing)
      Object.assign(FileSystemFileHandle.prototype, {
        [name]: () => Promise.reject(new DOMException('Backend does not support this operation', 'NotSupportedError')),
      });
  },
  /** Opens a store. @returns the code of what is thrown; null where nothing is */
  async tryToOpen(root: string): Promise<string | null> {
    return OpfsFileStore.open(root).then(
      () => null,
      (thrown: unknown) => toLabError(thrown).code,
    );
  },
};

/** What the worker offers. */
export type OpfsWorker = typeof worker;

expose(worker);
