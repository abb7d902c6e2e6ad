/** @file Files in a folder of the disk, for the terminal. Several threads and processes may use one folder. */
import { open, mkdir, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LabError } from '../core/errors.ts';
import type { FileAppender, FileStore } from '../core/file-store.ts';
import { pathParts } from '../data/store/file-stores.ts';
import { errorCode, ifThere, isGone, ownedEnding, ownerOf } from './folder-locks.ts';
import { storageError } from './whole-file.ts';

export function folderFileStore(folder: string): FileStore {
  // `./x`, `x/` and `.` name folders too, and what is listed below them is named as it was written.
  const root = resolve(folder);
  const fileOf = (path: string): string => join(root, ...pathParts(path));
  return {
    list: (path) => guarded(path, async () => (await below(fileOf(path), path)).sort()),
    read: (path) =>
      guarded(path, async () => {
        const read = await ifThere(readFile(fileOf(path)));
        return read === null ? null : new Uint8Array(read.buffer, read.byteOffset, read.length);
      }),
    size: (path) => guarded(path, async () => (await ifThere(stat(fileOf(path))))?.size ?? 0),
    write: (path, bytes) => guarded(path, () => writeWhole(fileOf(path), bytes)),
    appender: (path) => guarded(path, () => openAppender(path, fileOf(path))),
    remove: (path) => guarded(path, () => rm(fileOf(path), { recursive: true, force: true })),
  };
}

const UNFINISHED = '.part';

async function below(folder: string, path: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of (await ifThere(readdir(folder, { withFileTypes: true }))) ?? []) {
    const own = `${path}/${entry.name}`;
    if (entry.isDirectory()) for (const one of await below(join(folder, entry.name), own)) paths.push(one);
    else if (entry.isFile() && !isUnfinished(entry.name)) paths.push(own);
  }
  return paths;
}

const isUnfinished = (name: string): boolean =>
  name.endsWith(UNFINISHED) && ownerOf(name.slice(0, -UNFINISHED.length)) !== null;

/** Whole or not at all: a rename cannot be seen half done, and nobody else writes to the same temporary file. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  await removeAbandoned(folder);
  const temporary = `${file}${ownedEnding()}${UNFINISHED}`;
  try {
    const handle = await open(temporary, 'w');
    try {
      await writeAll(handle, bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replace(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  await syncFolder(folder);
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = isUnfinished(name) ? ownerOf(name.slice(0, -UNFINISHED.length)) : null;
    if (owner !== null && isGone(owner)) await rm(join(folder, name), { force: true });
  }
}

// Windows refuses while somebody reads the old file.
const REFUSALS: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];

async function replace(temporary: string, file: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rename(temporary, file);
    } catch (thrown) {
      if (tries === 20 || !REFUSALS.includes(errorCode(thrown))) throw thrown;
      await pause(50);
    }
  }
}

/** So that the file's new name outlives a power cut, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, start);
    if (bytesWritten === 0) throw new LabError('storage-full', 'The disk takes no more bytes.');
    start += bytesWritten;
  }
}

async function openAppender(path: string, file: string): Promise<FileAppender> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a');
  const durably = (work: () => Promise<void>): Promise<void> =>
    guarded(path, async () => {
      await work();
      await handle.sync();
    });
  return {
    append: (bytes) =>
      durably(async () => {
        const { size } = await handle.stat();
        try {
          await writeAll(handle, bytes);
        } catch (thrown) {
          await handle.truncate(size);
          throw thrown;
        }
      }),
    truncate: (size) => durably(() => handle.truncate(size)),
    close: () => handle.close(),
  };
}

async function guarded<Value>(path: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (cause) {
    throw storageError(path, cause);
  }
}
