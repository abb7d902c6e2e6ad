/** @file Files in the origin private file system, for the tests of the page. */
import { expose, proxy } from 'comlink';
import { toLabError } from '../../src/core/errors.ts';
import type { FileAppender, FileLock, FileStore, LockRequest } from '../../src/core/file-store.ts';
import { OpfsFileStore } from '../../src/data/store/opfs-file-store.ts';
import { installTransferHandlers } from '../../src/wire/transfer-handlers.ts';

installTransferHandlers();

/** The stores by folder, since only plain data and proxies cross the border. */
const opened = new Map<string, Promise<OpfsFileStore>>();

function storeAt(folder: string): Promise<OpfsFileStore> {
  const store = opened.get(folder) ?? OpfsFileStore.open(folder);
  opened.set(folder, store);
  return store;
}

/** Signals cross the border as arguments only. */
const requestOf = (takeOver: boolean, until?: AbortSignal): LockRequest => ({ takeOver, ...(until && { until }) });

const worker = {
  list: async (root: string, folder: string): ReturnType<FileStore['list']> => (await storeAt(root)).list(folder),
  read: async (root: string, path: string): ReturnType<FileStore['read']> => (await storeAt(root)).read(path),
  open: async (root: string, path: string): ReturnType<FileStore['open']> => (await storeAt(root)).open(path),
  write: async (root: string, path: string, bytes: Uint8Array): Promise<void> =>
    (await storeAt(root)).write(path, bytes),
  appender: async (root: string, path: string, takeOver: boolean, until?: AbortSignal): Promise<FileAppender> =>
    proxy(await (await storeAt(root)).appender(path, requestOf(takeOver, until))),
  remove: async (root: string, path: string): Promise<void> => (await storeAt(root)).remove(path),
  async lock(root: string, name: string, takeOver: boolean, until?: AbortSignal): Promise<FileLock | null> {
    const lock = await (await storeAt(root)).lock(name, requestOf(takeOver, until));
    return lock === null ? null : proxy(lock);
  },
  /** Opens a store where files can be made but not written, as in WebKitGTK. @returns the code of what is thrown; null where nothing is */
  async openUnwritable(root: string): Promise<string | null> {
    const handles = FileSystemFileHandle.prototype as { createSyncAccessHandle?: () => Promise<unknown> };
    const { createSyncAccessHandle: known } = handles;
    handles.createSyncAccessHandle = () =>
      Promise.reject(new DOMException('Backend does not support this operation', 'InvalidStateError'));
    try {
      await OpfsFileStore.open(root);
      return null;
    } catch (thrown) {
      return toLabError(thrown).code;
    } finally {
      if (known !== undefined) handles.createSyncAccessHandle = known;
    }
  },
};

/** What the worker offers. */
export type OpfsWorker = typeof worker;

expose(worker);
