/**
 * @file The models whose files are in this browser: fetched from a source or imported, resumable, checked, removed.
 * Each lies under `models/<model>/<revision>/`, with a manifest beside its files.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { whileLocked } from '../../core/platform/storage-lock.ts';
import type { ModelFiles } from '../engine.ts';
import { damaged } from './file-check.ts';
import { hashStored } from './fetch-file.ts';
import {
  folderOf,
  isComplete,
  listManifests,
  pathOf,
  readManifest,
  removeEverything,
  writeManifest,
  type Manifest,
} from './manifest.ts';

/** How far something about a model's files has come. */
export type Report = (progress: {
  readonly phase: string;
  readonly bytes: number;
  readonly totalBytes: number;
}) => void;

/** What the store needs of where it runs. */
export interface ModelStoreHost {
  readonly files: FileStore;
  readonly fetch: typeof fetch;
  /** What a relative source is relative to: the lab's own address. */
  readonly base: string;
  /** Bytes that may still be stored; null where the browser does not say. */
  readonly freeBytes: () => Promise<number | null>;
  /** A source that sends nothing for this long is given up. */
  readonly idleMilliseconds: number;
}

/** A model's files as a list shows them. */
export interface KeptModel {
  readonly manifest: Manifest;
  readonly bytes: number;
  /** Null where a source has not told the length of a file that is missing. */
  readonly totalBytes: number | null;
  readonly complete: boolean;
}

/** All models that have files here, by name. */
export async function listModels(files: FileStore): Promise<readonly KeptModel[]> {
  const manifests = await listManifests(files);
  return Promise.all(manifests.map((manifest) => measureModel(files, manifest)));
}

async function measureModel(files: FileStore, manifest: Manifest): Promise<KeptModel> {
  let bytes = 0;
  let totalBytes: number | null = 0;
  for (const { path, size, state } of manifest.files) {
    if (state === 'absent') continue;
    const here = (await files.open(pathOf(manifest, path)))?.size ?? 0;
    const whole = state === 'complete' ? here : size;
    bytes += here;
    totalBytes = totalBytes === null || whole === null ? null : totalBytes + whole;
  }
  return { manifest, bytes, totalBytes, complete: isComplete(manifest) };
}

/** Removes a model's files, those of a stopped download too; nothing happens where there are none. */
export function removeModel(
  { files }: ModelStoreHost,
  model: string,
  revision: string,
  signal: AbortSignal,
): Promise<void> {
  return whileLocked(
    files,
    folderOf(model, revision),
    () => undefined,
    signal,
    () => files.remove(folderOf(model, revision)),
  );
}

/** Removes the files of all models. */
export const removeModels = ({ files }: ModelStoreHost): Promise<void> => removeEverything(files);

/**
 * Reads every file of a model again.
 * @throws LabError `model-missing` where it is not here, `model-damaged` naming the first file that is not as it came; the
 * next download fetches it again
 */
export async function verifyModel(
  host: ModelStoreHost,
  model: string,
  revision: string,
  onProgress: Report,
  signal: AbortSignal,
): Promise<void> {
  const { files } = host;
  const manifest = await readManifest(files, model, revision);
  if (manifest === null) throw missing(model);
  const { totalBytes } = await measureModel(files, manifest);
  let done = 0;
  for (const entry of manifest.files) {
    if (entry.state !== 'complete') continue;
    const stored = pathOf(manifest, entry.path);
    const hash = sha256.create();
    const report = (bytes: number): void =>
      onProgress({ phase: `Checking ${entry.path}`, bytes: done + bytes, totalBytes: totalBytes ?? 0 });
    const file = await files.open(stored);
    if (file !== null) await hashStored(files, stored, hash, signal, report);
    if (file === null || bytesToHex(hash.digest()) !== entry.sha256) {
      await files.remove(stored);
      const repaired = manifest.files.map((one) => (one === entry ? { ...one, state: 'missing' as const } : one));
      await writeManifest(files, { ...manifest, files: repaired });
      throw damaged(entry.path, `of ${model} is ${file === null ? 'gone' : 'not as it came'}. Download it again.`);
    }
    done += file.size;
  }
}

const missing = (model: string): LabError =>
  new LabError('model-missing', `${model} is not in this browser. Download or import it on the Models page.`, {
    model,
  });

/**
 * The files of a complete model here; null where there is none.
 * @param revision null for any, the one whose name comes first
 */
export async function storedModelFiles(
  files: FileStore,
  model: string,
  revision: string | null,
): Promise<ModelFiles | null> {
  const found = (await listManifests(files)).find(
    (one) => one.model === model && isComplete(one) && (revision === null || one.revision === revision),
  );
  if (found === undefined) return null;
  return {
    place: 'this browser',
    async open(path) {
      const entry = found.files.find((one) => one.path === path);
      if (entry?.state !== 'complete') return null;
      const file = await files.open(pathOf(found, path));
      if (file === null) throw damaged(path, `of ${model} is gone from this browser. Download it again.`);
      return { size: file.size, body: file.stream() };
    },
  };
}
