/**
 * @file Recordings that travel in a notebook, as files of the lab.
 */
import type { FileStore } from '../../core/file-store.ts';
import { MemoryFileStore } from '../../data/store/memory-file-store.ts';

const FOLDER = 'recordings/';

export const recordingPath = (name: string): string => `${FOLDER}${name}.jsonl`;

/**
 * The files, with a notebook's recordings before those that are there. What runs record goes nowhere else: a notebook from
 * a stranger must not write over a recording.
 */
export async function withRecordings(
  files: FileStore,
  recordings: { readonly [name: string]: string },
): Promise<FileStore> {
  const own = new MemoryFileStore();
  for (const [name, text] of Object.entries(recordings)) {
    await own.write(recordingPath(name), new TextEncoder().encode(text));
  }
  const storeOf = (path: string): FileStore => (path.startsWith(FOLDER) ? own : files);
  return {
    list: (folder) => files.list(folder),
    read: async (path) => (await storeOf(path).read(path)) ?? files.read(path),
    open: async (path) => (await storeOf(path).open(path)) ?? files.open(path),
    write: (path, bytes) => storeOf(path).write(path, bytes),
    appender: (path, request) => storeOf(path).appender(path, request),
    remove: (path) => storeOf(path).remove(path),
    lock: (name, request) => files.lock(name, request),
  };
}
