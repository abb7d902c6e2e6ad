/**
 * @file Imported datasets, kept. A dataset is two files: its data, named by their SHA-256, and `manifest.json`, written last,
 * which names the data; so a dataset is there as a whole or not at all, whenever the page is closed or the disk is full.
 */
import { writeJsonFile } from './stored-paths.ts';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod/mini';
import type { Dataset, DatasetManifest } from '../../core/dataset.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { decodeDataset, encodeDataset } from './dataset-file.ts';

const FOLDER = 'datasets';

export interface StoredDataset {
  readonly manifest: DatasetManifest;
  readonly bytes: number;
}

const manifestSchema = z.object({
  name: z.string(),
  title: z.string(),
  synthetic: z.boolean(),
  description: z.string(),
  license: z.string(),
  itemNoun: z.string(),
  scale: z.object({ min: z.number(), max: z.number(), step: z.number() }),
  sha256: z.string(),
  counts: z.object({ users: z.int(), items: z.int(), interactions: z.int() }),
});

const entrySchema = z.object({ manifest: manifestSchema, data: z.object({ sha256: z.string(), bytes: z.int() }) });

type Entry = z.infer<typeof entrySchema>;

export class DatasetStore {
  private readonly files: FileStore;

  constructor(files: FileStore) {
    this.files = files;
  }

  /** @throws LabError `storage-full`, `storage-failed`, `aborted`; what was kept before is then still there */
  async save(dataset: Dataset, signal: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    const { manifest } = dataset;
    const bytes = await encodeDataset(dataset);
    throwIfAborted(signal);
    const data = { sha256: bytesToHex(sha256(bytes)), bytes: bytes.length };
    const entry: Entry = { manifest, data };
    try {
      await this.files.write(dataPath(manifest.name, data.sha256), bytes);
      throwIfAborted(signal);
      await writeJsonFile(this.files, entryPath(manifest.name), entry);
    } finally {
      // What cannot be removed now costs room and nothing else; the next save tries again.
      await this.removeUnnamedData(manifest.name).catch(() => undefined);
    }
  }

  /** @throws LabError `name-unknown`, `file-damaged` */
  async load(name: string, signal: AbortSignal): Promise<Dataset> {
    throwIfAborted(signal);
    const entry = await this.entry(name);
    if (entry === null) throw new LabError('name-unknown', `No dataset ${JSON.stringify(name)} is stored.`, { name });
    const bytes = await this.files.read(dataPath(name, entry.data.sha256));
    throwIfAborted(signal);
    if (bytes === null || bytesToHex(sha256(bytes)) !== entry.data.sha256) throw damaged(name);
    const dataset = await decodeDataset(bytes);
    throwIfAborted(signal);
    return dataset;
  }

  /** What is kept, by name; a dataset whose manifest cannot be read is left out and can still be removed. */
  async list(): Promise<readonly StoredDataset[]> {
    const paths = (await this.files.list(FOLDER)).filter((path) => path.endsWith('/manifest.json'));
    const listed: StoredDataset[] = [];
    for (const path of paths) {
      const entry = entryIn(await this.files.read(path));
      if (entry !== null) listed.push({ manifest: entry.manifest, bytes: entry.data.bytes });
    }
    return listed;
  }

  async remove(name: string): Promise<void> {
    await this.files.remove(`${FOLDER}/${name}`);
  }

  private async entry(name: string): Promise<Entry | null> {
    const bytes = await this.files.read(entryPath(name));
    const entry = entryIn(bytes);
    if (bytes !== null && entry === null) throw damaged(name);
    return entry;
  }

  /** Data that no manifest names is of an earlier save, or of one that did not end. */
  private async removeUnnamedData(name: string): Promise<void> {
    const entry = entryIn(await this.files.read(entryPath(name)));
    const named = entry === null ? null : dataPath(name, entry.data.sha256);
    for (const path of await this.files.list(`${FOLDER}/${name}`)) {
      if (path !== named && path !== entryPath(name)) await this.files.remove(path);
    }
  }
}

const entryPath = (name: string): string => `${FOLDER}/${name}/manifest.json`;

const dataPath = (name: string, hash: string): string => `${FOLDER}/${name}/${hash}.gz`;

const damaged = (name: string): LabError =>
  new LabError('file-damaged', `The stored dataset ${name} is damaged. Remove it and import it again.`, { name });

function entryIn(bytes: Uint8Array | null): Entry | null {
  try {
    return bytes === null ? null : entrySchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
