/**
 * @file A line for every model whose files are here, so that they can be listed and deleted by the model's name.
 */
import { LabError } from '../../../core/errors.ts';
import type { WebLlmModel } from '../web-llm-model.ts';
import { hashOf, removeFile } from './seen-hashes.ts';
import { SHELVES, type StoredFiles } from './stored-files.ts';

/** What is kept beside a model's files. */
export interface ModelRecord extends Pick<WebLlmModel, 'id' | 'addresses' | 'baseUrl' | 'libraryKey' | 'libraryUrl'> {
  /** Address or folder the files came from; an ordinary use never changes it. */
  readonly place: string;
  /** Whether all files have come and were checked. */
  readonly complete: boolean;
}

/** A line of version 0.1 has no hash in its name, and does not tell whether its files are those of its address. */
const NAME = /\/espalier-model(-[0-9a-f]{16})?\.json$/;

type Named = Pick<WebLlmModel, 'id' | 'baseUrl' | 'libraryKey'>;

/** Models may share their weights and differ in name or library, so each has a line of its own. */
function keyOf({ id, baseUrl, libraryKey }: Named): string {
  const name = hashOf(new TextEncoder().encode(`${id}\n${libraryKey}`)).slice(0, 16);
  return `${baseUrl}espalier-model-${name}.json`;
}

/** Keeps the line of a model. */
export async function keepRecord(
  stored: StoredFiles,
  model: WebLlmModel,
  { place, complete }: Pick<ModelRecord, 'place' | 'complete'>,
): Promise<void> {
  const { id, addresses, baseUrl, libraryKey, libraryUrl } = model;
  const record: ModelRecord = { id, addresses, place, baseUrl, libraryKey, libraryUrl, complete };
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  try {
    await stored.write('webllm/config', keyOf(model), bytes, bytes.length);
  } catch (cause) {
    throw new LabError('storage-failed', `The browser could not note that ${id} is here.`, { model: id }, { cause });
  }
  for (const other of await allRecords(stored))
    if (await isOutdatedBy(stored, other, model)) await forget(stored, other);
}

/** An attempt with another library that never came, or a line of an earlier version. */
async function isOutdatedBy(stored: StoredFiles, other: ModelRecord & Keyed, model: Named): Promise<boolean> {
  if (other.id !== model.id || other.baseUrl !== model.baseUrl || other.key === keyOf(model)) return false;
  return !other.key.includes('espalier-model-') || (await stored.size('webllm/wasm', other.libraryKey)) === null;
}

interface Keyed {
  /** Under which it is kept. */
  readonly key: string;
}

/** The lines of all models, sorted by address. */
export async function allRecords(stored: StoredFiles): Promise<readonly (ModelRecord & Keyed)[]> {
  const keys = (await stored.keys('webllm/config')).filter((key) => NAME.test(key)).sort();
  const records: (ModelRecord & Keyed)[] = [];
  for (const key of keys) {
    const record = await read(stored, key);
    if (record !== null) records.push({ ...record, key });
  }
  return records;
}

/** The line of a model; null where there is none. */
export const readRecord = (stored: StoredFiles, model: Named): Promise<ModelRecord | null> =>
  read(stored, keyOf(model));

async function read(stored: StoredFiles, key: string): Promise<ModelRecord | null> {
  const bytes = await stored.read('webllm/config', key);
  if (bytes === null) return null;
  const record = JSON.parse(new TextDecoder().decode(bytes)) as Omit<ModelRecord, 'addresses' | 'complete'> &
    Partial<ModelRecord>;
  return { addresses: {}, complete: false, ...record };
}

const forget = (stored: StoredFiles, { key }: Keyed): Promise<void> => stored.remove('webllm/config', key);

/** Removes a model's line, and its files as far as no other model uses them. */
export async function removeRecord(
  stored: StoredFiles,
  record: ModelRecord & Keyed,
  keepsLibrary: boolean,
): Promise<void> {
  await forget(stored, record);
  const others = await allRecords(stored);
  if (!others.some(({ baseUrl }) => baseUrl === record.baseUrl)) {
    for (const shelf of SHELVES) {
      for (const key of await stored.keys(shelf)) if (isOf(record, key, keepsLibrary)) await stored.remove(shelf, key);
    }
  }
  if (!keepsLibrary && !others.some(({ libraryKey }) => libraryKey === record.libraryKey)) {
    await removeFile(stored, 'webllm/wasm', record.libraryKey);
  }
}

/** The library of an imported folder lies below the same address as its weights. */
const isOf = ({ baseUrl, libraryKey }: ModelRecord, key: string, keepsLibrary: boolean): boolean =>
  key.startsWith(baseUrl) && !(keepsLibrary && key.startsWith(libraryKey));
