/** @file Files that the page has. */
import { wrap } from 'comlink';
import type { FileStore } from '../../core/file-store.ts';
import '../../rpc/transfer-handlers.ts';

/** The files that are lent on a port; what appends to one of them is a proxy too, and holds nothing but what is called here. */
export function borrowFiles(port: MessagePort): FileStore {
  const remote = wrap<FileStore>(port);
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
