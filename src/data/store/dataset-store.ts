/**
 * @file Imported datasets, kept. A dataset is two files: its data, named by their SHA-256, and `manifest.json`, written last, which names the
 * data; so a dataset is there as a whole or not at all. The data are a magic number, the version, the length of the head, the head as JSON
 * (people, items, rejected rows) and the columns of interactions as they lie in memory, little-endian, all gzipped.
 */
import * as z from 'zod/mini';
import { writeJsonFile } from './file-stores.ts';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Dataset, DatasetManifest, Interactions } from '../../core/dataset.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';

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
    const manifest = await this.files.read(entryPath(name));
    if (manifest === null)
      throw new LabError('name-unknown', `No dataset ${JSON.stringify(name)} is stored.`, { name });
    const { sha256: hash = '' } = entryIn(manifest)?.data ?? {};
    const bytes = await this.files.read(dataPath(name, hash));
    throwIfAborted(signal);
    if (bytes === null || bytesToHex(sha256(bytes)) !== hash) {
      const problem = `The stored dataset ${name} is damaged. Remove it and import it again.`;
      throw new LabError('file-damaged', problem, { name });
    }
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

function entryIn(bytes: Uint8Array | null): Entry | null {
  try {
    return bytes === null ? null : entrySchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

const MAGIC = 0x44505345; // "ESPD"
/** Raised with every change of the form; a file of another version is not read. */
const DATASET_FILE_VERSION = 2;
const PREFIX_BYTES = 12;

interface Head extends Omit<Dataset, 'interactions'> {
  readonly rows: number;
  readonly review: readonly (string | null)[] | null;
  readonly summary: readonly (string | null)[] | null;
  readonly votes: readonly number[] | null;
}

export async function encodeDataset(dataset: Dataset): Promise<Uint8Array> {
  const { interactions, ...rest } = dataset;
  const { user, item, rating, time, review = null, summary = null, votes } = interactions;
  const head: Head = { ...rest, rows: user.length, review, summary, votes: votes === undefined ? null : [...votes] };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const prefix = new Uint32Array([MAGIC, DATASET_FILE_VERSION, text.length]);
  const parts = [prefix, text, user, item, rating, time] as BlobPart[];
  return throughStream(new Blob(parts), new CompressionStream('gzip'));
}

export async function decodeDataset(gzipped: Uint8Array): Promise<Dataset> {
  try {
    const blob = new Blob([gzipped as Uint8Array<ArrayBuffer>]);
    const bytes = await throughStream(blob, new DecompressionStream('gzip'));
    const [magic, version, headBytes = 0] = new Uint32Array(bytes.slice(0, PREFIX_BYTES).buffer);
    if (magic !== MAGIC || version !== DATASET_FILE_VERSION) throw new DOMException('It is of another form.');
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + headBytes),
    );
    const { rows, review, summary, votes, ...rest } = JSON.parse(text) as Head;
    const { buffer } = bytes.slice(PREFIX_BYTES + headBytes);
    const interactions: Interactions = {
      user: new Int32Array(buffer.slice(0, rows * 4)),
      item: new Int32Array(buffer.slice(rows * 4, rows * 8)),
      rating: new Float64Array(buffer.slice(rows * 8, rows * 16)),
      time: new Float64Array(buffer.slice(rows * 16)),
      ...(review !== null && { review }),
      ...(summary !== null && { summary }),
      ...(votes !== null && { votes: Int32Array.from(votes) }),
    };
    return { ...rest, interactions };
  } catch (cause) {
    throw new LabError('file-damaged', 'The stored dataset cannot be read. Import it again.', null, { cause });
  }
}

async function throughStream(
  blob: Blob,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(transform)).arrayBuffer());
}
