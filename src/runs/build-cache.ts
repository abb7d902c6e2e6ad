/**
 * @file Keeps what takes seconds to make from a dataset: its database and what the reasoner learnt from it. Nothing depends
 * on it but time: a store that is full or damaged keeps nothing.
 */
import { canonicalJson, type Json } from '../core/json.ts';
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';

/** Counts up with every change to the tables, the split or the fitting; what another version left is removed. */
const BUILD_VERSION = 1;

const FOLDER = 'builds';

const folderOf = (sha256: string): string => `${FOLDER}/${sha256.slice(0, 16)}-${String(BUILD_VERSION)}`;

/** What is kept of one dataset. */
export interface BuildCache {
  read(name: string): Promise<Uint8Array | null>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** What `writeJson` kept; null where that cannot be read. */
  readJson(name: string): Promise<unknown>;
  writeJson(name: string, value: Json): Promise<void>;
}

/**
 * The cache of a dataset.
 * @param files null where nothing is kept
 * @param sha256 the dataset's fingerprint
 * @param split what tells its split from others; `''` for leave-last-out
 */
export function buildCache(files: FileStore | null, sha256: string, split = ''): BuildCache {
  const pathOf = (name: string): string => `${folderOf(sha256)}/${split === '' ? '' : `${split}-`}${name}`;
  const read = async (name: string): Promise<Uint8Array | null> => (await files?.read(pathOf(name))) ?? null;
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    try {
      await files?.write(pathOf(name), bytes);
    } catch (thrown) {
      if (!(thrown instanceof LabError)) throw thrown;
    }
  };
  return {
    read,
    write,
    async readJson(name) {
      const bytes = await read(`${name}.json`);
      if (bytes === null) return null;
      try {
        return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
      } catch {
        return null;
      }
    },
    writeJson: (name, value) => write(`${name}.json`, new TextEncoder().encode(canonicalJson(value))),
  };
}

/** Removes what is kept of a dataset. */
export function clearBuilds(files: FileStore, sha256: string): Promise<void> {
  return files.remove(folderOf(sha256));
}

/** Removes what earlier versions of the lab kept. */
export async function removeOutdatedBuilds(files: FileStore): Promise<void> {
  const folders = new Set((await files.list(FOLDER)).map((path) => path.split('/')[1] ?? ''));
  for (const folder of folders) {
    if (!folder.endsWith(`-${String(BUILD_VERSION)}`)) await files.remove(`${FOLDER}/${folder}`);
  }
}
