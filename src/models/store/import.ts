/**
 * @file Takes a model's files from a folder that the person chose.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { whileLocked } from '../../core/platform/storage-lock.ts';
import type { ImportedFile } from '../service/model-library.ts';
import { folderOf, pathOf, writeManifest, type Manifest, type ManifestFile } from './manifest.ts';
import { checkName } from './model-source.ts';
import type { ModelStoreHost, Report } from './model-store.ts';
import { CONFIG, DTYPES, filesOf, weightsOf, type Dtype } from './transformers-files.ts';

const REVISION = 'imported';
const PIECE = 1 << 22;

/**
 * Checks that a folder holds a whole model and keeps a copy of its files, in place of what was here of that name.
 * @throws LabError `model-missing` naming the file that the folder lacks, `model-damaged`, `storage-full`, `aborted`
 */
export async function importModel(
  host: ModelStoreHost,
  model: string,
  chosen: readonly ImportedFile[],
  onProgress: Report,
  signal: AbortSignal,
): Promise<void> {
  checkName({ model, revision: REVISION });
  const { folder, files } = modelFolder(chosen);
  const { dtype, found } = await wholeSet(folder, files);
  const totalBytes = found.reduce((sum, { file }) => sum + file.size, 0);
  const free = await host.freeBytes();
  if (free !== null && totalBytes > free) {
    throw new LabError(
      'storage-full',
      `${model} takes ${String(totalBytes)} bytes and the browser gives the lab ${String(free)}. Delete a model or a dataset first.`,
      { needed: totalBytes, free },
    );
  }
  const waiting = (): void =>
    onProgress({ phase: `Waiting for another tab that writes ${model}`, bytes: 0, totalBytes });
  await whileLocked(host.files, folderOf(model, REVISION), waiting, signal, async () => {
    await host.files.remove(folderOf(model, REVISION));
    let manifest: Manifest = { model, revision: REVISION, dtype, source: `import ${folder || model}`, files: [] };
    let done = 0;
    for (const { path, file } of found) {
      const report = (bytes: number): void => onProgress({ phase: `Copying ${path}`, bytes: done + bytes, totalBytes });
      const entry = await copy(host, manifest, { path, file }, report, signal);
      manifest = { ...manifest, files: [...manifest.files, entry] };
      done += file.size;
    }
    throwIfAborted(signal);
    // Last, so that a copy that was stopped is not taken for a model.
    await writeManifest(host.files, manifest);
  });
}

/** The folder that holds config.json, which may lie below the one that was chosen. */
function modelFolder(chosen: readonly ImportedFile[]): { folder: string; files: ReadonlyMap<string, Blob> } {
  const [config] = chosen
    .map(({ path }) => path)
    .filter((path) => path === CONFIG || path.endsWith(`/${CONFIG}`))
    .sort((a, b) => a.length - b.length);
  if (config === undefined) {
    throw new LabError('model-missing', `There is no ${CONFIG} in this folder. Choose the folder that holds it.`, {
      path: CONFIG,
    });
  }
  const prefix = config.slice(0, -CONFIG.length);
  const inside = chosen.filter(({ path }) => path.startsWith(prefix));
  return {
    folder: prefix.split('/').at(-2) ?? '',
    files: new Map(inside.map(({ path, file }) => [path.slice(prefix.length), file])),
  };
}

async function wholeSet(
  folder: string,
  files: ReadonlyMap<string, Blob>,
): Promise<{ dtype: Dtype; found: readonly ImportedFile[] }> {
  let config: unknown;
  try {
    config = JSON.parse((await files.get(CONFIG)?.text()) ?? '');
  } catch {
    throw new LabError('model-damaged', `${CONFIG} in ${folder} is not JSON.`, { path: CONFIG });
  }
  const dtype = DTYPES.find((one) => files.has(weightsOf(one)));
  if (dtype === undefined) {
    throw new LabError(
      'model-missing',
      `There are no weights in ${folder}: a transformers.js model has them as ${weightsOf('q8')}, or with another precision in the name.`,
      { path: weightsOf('q8') },
    );
  }
  const found: ImportedFile[] = [];
  for (const { path, required } of filesOf(config, dtype)) {
    const file = files.get(path);
    if (file !== undefined) found.push({ path, file });
    else if (required) throw new LabError('model-missing', `${path} is missing from ${folder}.`, { path });
  }
  return { dtype, found };
}

async function copy(
  { files }: ModelStoreHost,
  manifest: Manifest,
  { path, file }: ImportedFile,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ManifestFile> {
  const hash = sha256.create();
  const appender = await files.appender(pathOf(manifest, path));
  try {
    for (let start = 0; start < file.size; start += PIECE) {
      throwIfAborted(signal);
      const piece = new Uint8Array(await file.slice(start, start + PIECE).arrayBuffer());
      await appender.append(piece);
      hash.update(piece);
      onBytes(start + piece.length);
    }
  } finally {
    await appender.close();
  }
  return { path, required: true, size: file.size, sha256: bytesToHex(hash.digest()), version: null, state: 'complete' };
}
