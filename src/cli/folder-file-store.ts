/**
 * @file Files in a folder of the disk, for the terminal.
 */
import { createReadStream } from 'node:fs';
import { open, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { LabError } from '../core/errors.ts';
import type { FileAppender, FileStore, StoredFile } from '../core/file-store.ts';
import { pathParts } from '../data/store/paths.ts';

/** A `FileStore` in a folder, which is made when the first file is written. */
export function folderFileStore(folder: string): FileStore {
  // `./x`, `x/` and `.` name folders too, and what is listed below them is named as it was written.
  const root = resolve(folder);
  const fileOf = (path: string): string => join(root, ...pathParts(path));
  return {
    async list(path) {
      const entries = await guarded(path, () =>
        ifThere(readdir(fileOf(path), { recursive: true, withFileTypes: true })),
      );
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .sort();
    },
    read: (path) => guarded(path, async () => ifThere(readFile(fileOf(path)))),
    open: (path) => guarded(path, () => openStored(fileOf(path))),
    write: (path, bytes) =>
      guarded(path, async () => {
        const file = fileOf(path);
        await mkdir(dirname(file), { recursive: true });
        // Whole or not at all: a rename cannot be seen half done.
        await writeFile(`${file}.part`, bytes);
        await rename(`${file}.part`, file);
      }),
    appender: (path) => guarded(path, () => openAppender(path, fileOf(path))),
    remove: (path) => guarded(path, () => rm(fileOf(path), { recursive: true, force: true })),
  };
}

async function openStored(file: string): Promise<StoredFile | null> {
  const found = await ifThere(stat(file));
  if (found === null) return null;
  return {
    size: found.size,
    stream: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}

async function openAppender(path: string, file: string): Promise<FileAppender> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a');
  return {
    append: (bytes) =>
      guarded(path, async () => {
        await handle.write(bytes);
        await handle.sync();
      }),
    close: () => handle.close(),
  };
}

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined);

/** Null where there is no such file. */
async function ifThere<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

async function guarded<Value>(path: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof LabError) throw cause;
    const code = codeOf(cause) === 'ENOSPC' ? 'storage-full' : 'storage-failed';
    throw new LabError(code, `${path} could not be read or written: ${String(cause)}.`, { path }, { cause });
  }
}
