/**
 * @file A line for every model whose files are here, so that they can be listed and deleted by the model's name.
 */
import { LabError } from '../../../core/errors.ts';
import type { WebLlmModel } from '../web-llm-model.ts';
import { SHELVES, type StoredFiles } from './stored-files.ts';

/** What is kept beside a model's files. */
export interface ModelRecord {
  readonly id: string;
  /** Address or folder the files came from. */
  readonly place: string;
  readonly baseUrl: string;
  readonly libraryKey: string;
  readonly libraryUrl: string;
}

const NAME = 'espalier-model.json';

/** Keeps or renews the line of a model. */
export async function keepRecord(stored: StoredFiles, model: WebLlmModel, place: string): Promise<void> {
  const { id, baseUrl, libraryKey, libraryUrl } = model;
  const record: ModelRecord = { id, place, baseUrl, libraryKey, libraryUrl };
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  await stored.write('webllm/config', `${baseUrl}${NAME}`, bytes, bytes.length).catch((cause: unknown) => {
    throw new LabError('storage-failed', `The browser could not note that ${id} is here.`, { model: id }, { cause });
  });
}

/** The lines of all models, sorted by address. */
export async function allRecords(stored: StoredFiles): Promise<readonly ModelRecord[]> {
  const keys = (await stored.keys('webllm/config')).filter((key) => key.endsWith(`/${NAME}`)).sort();
  const records: ModelRecord[] = [];
  for (const key of keys) {
    const record = await readRecord(stored, key.slice(0, -NAME.length));
    if (record !== null) records.push(record);
  }
  return records;
}

/** The line of the model below an address; null where there is none. */
export async function readRecord(stored: StoredFiles, baseUrl: string): Promise<ModelRecord | null> {
  const bytes = await stored.read('webllm/config', `${baseUrl}${NAME}`);
  return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as ModelRecord);
}

/** Removes everything below a model's address, and its library where no other model uses it. */
export async function removeRecord(stored: StoredFiles, record: ModelRecord, keepsLibrary: boolean): Promise<void> {
  for (const shelf of SHELVES) {
    for (const key of await stored.keys(shelf)) if (key.startsWith(record.baseUrl)) await stored.remove(shelf, key);
  }
  if (keepsLibrary) return;
  const others = await allRecords(stored);
  if (!others.some(({ libraryKey }) => libraryKey === record.libraryKey)) {
    await stored.remove('webllm/wasm', record.libraryKey);
  }
}
