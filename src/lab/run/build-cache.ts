/** @file Keeps what takes seconds to make from a dataset: its database and what the reasoner learnt from it. */
import type { FileStore } from '../../core/file-store.ts';
import { keptOrMade, type DerivedForm } from '../../data/store/file-stores.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { toLabError } from '../../core/errors.ts';

/** A value that is made once and shared. A failure, or another asker's abort, lets the next asker make it again. */
export function madeOnce<Value, Context extends { readonly signal: AbortSignal }>(
  make: (context: Context) => Promise<Value>,
): (context: Context) => Promise<Value> {
  let made: Promise<Value> | null = null;
  return async (context) => {
    for (;;) {
      const isOwn = made === null;
      made ??= make(context).catch((thrown: unknown) => {
        made = null;
        throw thrown;
      });
      try {
        return await made;
      } catch (thrown) {
        if (isOwn || context.signal.aborted || toLabError(thrown).code !== 'aborted') throw thrown;
      }
    }
  };
}

export const wordOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes)).slice(0, 16);

export function splitWord(heldOut: Int32Array): string {
  return wordOf(new Uint8Array(heldOut.buffer, heldOut.byteOffset, heldOut.byteLength));
}

/** Counts up with every change to the tables, the split or the fitting; what another version left is removed. */
export const BUILD_VERSION = 8;

const FOLDER = 'builds';

const folderOf = (sha256: string): string => `${FOLDER}/${sha256.slice(0, 16)}-${String(BUILD_VERSION)}`;

export interface BuildCache {
  /** What is kept under the name, where it is as it was written; else what `make` gives, which is then kept. */
  kept<Value>(name: string, form: DerivedForm<Value>, make: () => Promise<Value>): Promise<Value>;
}

/** The cache of a dataset; null `files` keep nothing. @param split `''` for leave-last-out */
export function buildCache(files: FileStore | null, sha256: string, split = ''): BuildCache {
  const pathOf = (name: string): string => `${folderOf(sha256)}/${split === '' ? '' : `${split}-`}${name}`;
  return { kept: (name, form, make) => keptOrMade(files, pathOf(name), form, make) };
}

export function clearBuilds(files: FileStore, sha256: string): Promise<void> {
  return files.remove(folderOf(sha256));
}

export async function removeOutdatedBuilds(files: FileStore): Promise<void> {
  const folders = new Set((await files.list(FOLDER)).map((path) => path.split('/')[1] ?? ''));
  for (const folder of folders) {
    if (!folder.endsWith(`-${String(BUILD_VERSION)}`)) await files.remove(`${FOLDER}/${folder}`);
  }
}
