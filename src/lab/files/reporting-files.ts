/** @file Files that tell the page when they cannot be written. */
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { StorageReport } from './tab-storage-service.ts';

/** The same files, of which the page hears when something cannot be written, and when that is over. */
export function reporting(files: FileStore, report: (report: StorageReport) => void): FileStore {
  let isFailing = false;
  const watched = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await write();
      if (isFailing) report({ type: 'works' });
      isFailing = false;
      return result;
    } catch (thrown) {
      if (thrown instanceof LabError && (thrown.code === 'storage-failed' || thrown.code === 'storage-full')) {
        isFailing = true;
        report({ type: 'failed', error: thrown.toData() });
      }
      throw thrown;
    }
  };
  return {
    list: (folder) => files.list(folder),
    read: (path) => files.read(path),
    size: (path) => files.size(path),
    remove: (path) => files.remove(path),
    write: (path, bytes) => watched(() => files.write(path, bytes)),
    async appender(path) {
      const file = await files.appender(path);
      return {
        append: (bytes) => watched(() => file.append(bytes)),
        truncate: (size) => file.truncate(size),
        close: () => file.close(),
      };
    },
  };
}
