/** @file Files that somebody names: each is written beside its name, and takes that name once it is whole. */
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { LabError } from '../core/errors.ts';
import { errorCode } from './folder-locks.ts';

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** What kept a file from being read or written: `storage-full` or `storage-failed`, naming the file. */
export function storageError(path: string, cause: unknown): LabError {
  if (cause instanceof LabError) return cause;
  const code = FULL.includes(errorCode(cause)) ? 'storage-full' : 'storage-failed';
  return new LabError(code, `${path} could not be read or written: ${String(cause)}.`, { path }, { cause });
}

export interface WholeFile {
  write(content: string | Uint8Array): void;
  /** Gives the file its name. */
  keep(): void;
  drop(): void;
}

/** Where a file is written until it is whole; a pipe or a device, such as /dev/stdout, is written to at once. */
export const partOf = (path: string): string =>
  (statSync(path, { throwIfNoEntry: false })?.isFile() ?? true) ? `${path}.part` : path;

/** Removes what an earlier process left of a file that it did not end. */
export function dropPart(path: string): void {
  const part = partOf(path);
  if (part !== path) rmSync(part, { force: true });
}

/** Begins a file in an existing folder. @throws LabError `storage-full`, `storage-failed`; so do its functions */
export function beginFile(path: string): WholeFile {
  const part = partOf(path);
  const named = <Value>(act: () => Value): Value => {
    try {
      return act();
    } catch (cause) {
      throw storageError(path, cause);
    }
  };
  const file = named(() => openSync(part, 'w'));
  let isOpen = true;
  return {
    write: (content) => named(() => writeFileSync(file, content)),
    keep() {
      isOpen = false;
      named(() => closeSync(file));
      if (part !== path) named(() => renameSync(part, path));
    },
    drop() {
      if (isOpen) closeSync(file);
      isOpen = false;
      dropPart(path);
    },
  };
}

/** Writes a file whole or not at all. @throws LabError `storage-full`, `storage-failed` */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const file = beginFile(path);
  try {
    file.write(content);
  } catch (thrown) {
    file.drop();
    throw thrown;
  }
  file.keep();
}
