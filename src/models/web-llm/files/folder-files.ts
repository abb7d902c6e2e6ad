/**
 * @file A model's files in a folder that the person chose.
 */
import { LabError } from '../../../core/errors.ts';
import type { ImportedFile } from '../../service/model-library.ts';
import type { ModelFiles } from '../../engine.ts';
import { OLD_SHARD_LIST, parseSettings, parseShardList, SETTINGS, SHARD_LIST } from './file-set.ts';

/** A folder as the two places that a model's files come from. */
export interface ModelFolder {
  readonly weights: ModelFiles;
  /** The compiled library, whatever its name; null where the folder has none. */
  readonly library: ModelFiles | null;
}

/**
 * The folder with the model's settings in it, which may lie below the one that was chosen.
 * @throws LabError `model-missing` naming the settings
 */
export function modelFolder(chosen: readonly ImportedFile[]): ModelFolder {
  const [settings] = chosen
    .map(({ path }) => path)
    .filter((path) => path === SETTINGS || path.endsWith(`/${SETTINGS}`))
    .sort((a, b) => a.length - b.length);
  if (settings === undefined) {
    throw new LabError(
      'model-missing',
      `There is no ${SETTINGS} in this folder. Choose the folder of a model that was compiled for WebLLM.`,
      { file: SETTINGS },
    );
  }
  const prefix = settings.slice(0, -SETTINGS.length);
  const inside = chosen.filter(({ path }) => path.startsWith(prefix));
  const place = `the folder ${prefix.split('/').at(-2) ?? ''}`.trim();
  const byPath = new Map(inside.map(({ path, file }) => [path.slice(prefix.length), file]));
  // Libraries are published apart from the weights, so one may lie beside their folder.
  const library = chosen.find(({ path }) => path.endsWith('.wasm'));
  return {
    weights: { place, open: async (path) => opened(byPath.get(path)) },
    library: library === undefined ? null : { place, open: async () => opened(library.file) },
  };
}

const opened = (file: Blob | undefined) =>
  file === undefined ? null : { size: file.size, body: file.stream() as ReadableStream<Uint8Array> };

/**
 * The files that a folder lacks, by name; nothing is copied for it.
 * @param needsLibrary false where the library is already here
 * @throws LabError `model-damaged` where settings or list cannot be read
 */
export async function missingFiles(
  { weights, library }: ModelFolder,
  needsLibrary: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const has = async (path: string): Promise<boolean> => (await weights.open(path, signal)) !== null;
  const read = async (path: string): Promise<Uint8Array | null> => {
    const found = await weights.open(path, signal);
    return found === null ? null : new Uint8Array(await new Response(found.body as BodyInit).arrayBuffer());
  };
  const missing = needsLibrary && library === null ? ['a compiled library (.wasm)'] : [];
  const settings = await read(SETTINGS);
  if (settings !== null) {
    const { tokenizer } = parseSettings(settings, weights.place, {});
    if (!(await has(tokenizer))) missing.push(tokenizer);
  }
  const list = (await read(SHARD_LIST)) ?? (await read(OLD_SHARD_LIST));
  if (list === null) return [...missing, SHARD_LIST];
  for (const { file } of parseShardList(list, weights.place).shards) if (!(await has(file))) missing.push(file);
  return missing;
}
