/**
 * @file Pins the files of WebLLM's catalogue: `node --import tsx test/models/web-llm/make-pins.ts`, on a machine that reaches
 * huggingface.co and raw.githubusercontent.com. Writes the SHA-256 of settings, list of shards, tokenizer, manifest and library of
 * each row into src/models/web-llm/catalogue.json; no weight is fetched. Rows whose files cannot be had keep what they have.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';
import type { CatalogueRow, Pins } from '../../../src/models/web-llm/catalogue.ts';
import {
  OLD_SHARD_LIST,
  parseSettings,
  parseShardList,
  SETTINGS,
  SHARD_LIST,
} from '../../../src/models/web-llm/files/file-set.ts';
import { hashOf } from '../../../src/models/web-llm/files/seen-hashes.ts';

/** The catalogue as the file has it. */
export interface CatalogueFile {
  readonly version: string;
  readonly weights: string;
  readonly libraries: string;
  readonly models: readonly CatalogueRow[];
}

/** The bytes at an address; null where there is nothing. */
export type GetBytes = (url: string) => Promise<Uint8Array | null>;

/** The pins of a row, from where the catalogue says that its files are. @throws Error naming the file that is not there */
export async function pinsOf(row: CatalogueRow, { weights, libraries }: CatalogueFile, get: GetBytes): Promise<Pins> {
  const folder = `${weights}${row.model}/resolve/main/`;
  const need = async (...urls: readonly string[]): Promise<Uint8Array> => {
    for (const url of urls) {
      const bytes = await get(url);
      if (bytes !== null) return bytes;
    }
    throw new Error(`${urls[0] ?? ''} is not there`);
  };
  const settings = await need(folder + SETTINGS);
  const { tokenizer } = parseSettings(settings, folder, {});
  const list = await need(folder + SHARD_LIST, folder + OLD_SHARD_LIST);
  parseShardList(list, folder);
  return {
    [SETTINGS]: hashOf(settings),
    [SHARD_LIST]: hashOf(list),
    [tokenizer]: hashOf(await need(folder + tokenizer)),
    ...(row.manifest !== undefined && { [row.manifest]: hashOf(await need(folder + row.manifest)) }),
    library: hashOf(await need(libraries + row.library)),
  };
}

/** The catalogue with the pins of all rows whose files could be had. @param tell is told of each row */
export async function pinned(
  catalogue: CatalogueFile,
  get: GetBytes,
  tell: (line: string) => void,
): Promise<CatalogueFile> {
  const models: CatalogueRow[] = [];
  for (const row of catalogue.models) {
    try {
      models.push({ ...row, pins: await pinsOf(row, catalogue, get) });
      tell(`${row.id}: pinned`);
    } catch (thrown) {
      models.push(row);
      tell(`${row.id}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  return { ...catalogue, models };
}

/** The catalogue as its file is written. */
export const formatted = (catalogue: CatalogueFile): Promise<string> =>
  prettier.format(JSON.stringify(catalogue), { parser: 'json', printWidth: 120 });

async function fetched(url: string): Promise<Uint8Array | null> {
  const response = await fetch(url);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Libraries are shared by rows. */
function remembered(get: GetBytes): GetBytes {
  const known = new Map<string, Promise<Uint8Array | null>>();
  return (url) => {
    const bytes = known.get(url) ?? get(url);
    if (url.endsWith('.wasm')) known.set(url, bytes);
    return bytes;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL('../../../src/models/web-llm/catalogue.json', import.meta.url);
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as CatalogueFile;
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  writeFileSync(file, await formatted(await pinned(catalogue, remembered(fetched), tell)));
}
