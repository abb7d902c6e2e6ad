/**
 * @file Keeps vectors from one session to the next: one file a model, a record of fixed size a text. Nothing depends on it
 * but time: what is damaged is computed again, and a store that is full or busy keeps nothing.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EmbeddingModel } from '../core/language-model.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
import { appendTo, type FileStore } from '../core/file-store.ts';
import { canonicalJson } from '../core/json.ts';

const FOLDER = 'embeddings';
/** Of a text, and at the end of a record the SHA-256 of the file's path and of what stands before. */
const KEY_BYTES = 32;
const CHECK_BYTES = 32;
const MOST_VECTORS = 32_768;
const TEXTS_AT_ONCE = 256;

function pathOf({ id, dimensions, provenance }: EmbeddingModel): string {
  const identity = canonicalJson({ id, dimensions, provenance: provenance && { ...provenance } });
  return `${FOLDER}/${bytesToHex(sha256(utf8ToBytes(identity))).slice(0, 32)}.vectors`;
}

/**
 * The model with its vectors kept in `files`, in the order in which they came; where there would be more than `most`, the
 * older half goes. Texts that repeat are embedded once. What was embedded before a stop or a fault is kept.
 */
export function cachedEmbedding(model: EmbeddingModel, files: FileStore, most = MOST_VECTORS): EmbeddingModel {
  const { id, title, dimensions, provenance } = model;
  const pack = openPack(files, pathOf(model), dimensions, most);
  return {
    id,
    title,
    dimensions,
    provenance,
    async embed(texts, { signal }) {
      throwIfAborted(signal);
      const keys = texts.map((text) => bytesToHex(sha256(utf8ToBytes(text))));
      const kept = await pack.vectors();
      const found = new Map<string, Float32Array>();
      const missing = new Map<string, string>();
      for (const [index, key] of keys.entries()) {
        const known = kept.get(key);
        if (known === undefined) missing.set(key, texts[index] ?? '');
        else found.set(key, known);
      }
      // Of like length, so that batches within the model stay full of text.
      const work = [...missing].sort(([, a], [, b]) => a.length - b.length);
      for (let start = 0; start < work.length; start += TEXTS_AT_ONCE) {
        const part = work.slice(start, start + TEXTS_AT_ONCE);
        const vectors = await model.embed(
          part.map(([, text]) => text),
          { signal },
        );
        const made = part.map(([key], at) => [key, vectors[at] ?? new Float32Array(dimensions)] as const);
        for (const [key, vector] of made) found.set(key, vector);
        await pack.add(made);
      }
      return keys.map((key) => found.get(key)?.slice() ?? new Float32Array(dimensions));
    },
  };
}

interface Pack {
  /** What is kept, in the order in which it came. */
  vectors(): Promise<Map<string, Float32Array>>;
  add(made: readonly (readonly [string, Float32Array])[]): Promise<void>;
}

function openPack(files: FileStore, path: string, dimensions: number, most: number): Pack {
  const size = KEY_BYTES + 4 * dimensions + CHECK_BYTES;
  const recordsOf = (entries: readonly (readonly [string, Float32Array])[]): Uint8Array => {
    const bytes = new Uint8Array(entries.length * size);
    entries.forEach(([key, vector], at) => writeRecord(bytes.subarray(at * size, (at + 1) * size), path, key, vector));
    return bytes;
  };
  const load = async (): Promise<Map<string, Float32Array>> => {
    const vectors = new Map<string, Float32Array>();
    await whereKept(async () => {
      // What cannot be read is removed, so that vectors can be kept again.
      const bytes = await files.read(path).catch(() => files.remove(path).then(() => null));
      if (bytes === null) return;
      let isWhole = bytes.length % size === 0;
      for (let start = 0; start + size <= bytes.length; start += size) {
        const record = readRecord(bytes.subarray(start, start + size), path);
        if (record === null) isWhole = false;
        else vectors.set(record.key, record.vector);
      }
      // Records behind a broken one would stand askew.
      if (!isWhole) await files.write(path, recordsOf([...vectors]));
    });
    return vectors;
  };
  let loading: Promise<Map<string, Float32Array>> | null = null;
  const vectors = (): Promise<Map<string, Float32Array>> => (loading ??= load());
  return {
    vectors,
    async add(made) {
      const all = await vectors();
      for (const [key, vector] of made) all.set(key, vector);
      if (all.size <= most) return whereKept(() => appendTo(files, path, recordsOf(made)));
      const younger = [...all].slice(-Math.ceil(most / 2));
      all.clear();
      for (const [key, vector] of younger) all.set(key, vector);
      return whereKept(() => files.write(path, recordsOf(younger)));
    },
  };
}

async function whereKept(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof LabError)) throw thrown;
  }
}

function writeRecord(record: Uint8Array, path: string, key: string, vector: Float32Array): void {
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  for (let at = 0; at < KEY_BYTES; at += 1) record[at] = Number.parseInt(key.slice(2 * at, 2 * at + 2), 16);
  vector.forEach((value, at) => view.setFloat32(KEY_BYTES + 4 * at, value, true));
  record.set(checkOf(record, path), record.length - CHECK_BYTES);
}

/** Null where the record is not what was written at the path. */
function readRecord(record: Uint8Array, path: string): { readonly key: string; readonly vector: Float32Array } | null {
  const check = checkOf(record, path);
  if (check.some((byte, at) => byte !== record[record.length - CHECK_BYTES + at])) return null;
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  const dimensions = (record.length - KEY_BYTES - CHECK_BYTES) / 4;
  const vector = Float32Array.from({ length: dimensions }, (_, at) => view.getFloat32(KEY_BYTES + 4 * at, true));
  return { key: bytesToHex(record.subarray(0, KEY_BYTES)), vector };
}

/** With the path, so that what another model's file holds is not taken for this one's. */
const checkOf = (record: Uint8Array, path: string): Uint8Array =>
  sha256
    .create()
    .update(utf8ToBytes(path))
    .update(record.subarray(0, record.length - CHECK_BYTES))
    .digest();
