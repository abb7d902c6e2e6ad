/**
 * @file Keeps vectors from one session to the next: one file a model, a record of fixed size a text. Nothing depends on it
 * but time: what is damaged is computed again, and a store that is full or busy keeps nothing.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EmbeddingModel } from '../core/language-model.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';
import { appendTo, type FileStore } from '../core/file-store.ts';
import { canonicalJson } from '../core/json.ts';

const FOLDER = 'embeddings';
/** SHA-256 of a text, which a record begins with, and of the file's path and the record, which it ends with. */
const HASH_BYTES = 32;
const MOST_VECTORS = 32_768;
const TEXTS_AT_ONCE = 256;

type Vectors = Map<string, Float32Array>;

/**
 * The model with its vectors kept in `files`, in the order in which they came; where there would be more than `most`, the
 * older half goes. Texts that repeat are embedded once. What was embedded before a stop or a fault is kept.
 */
export function cachedEmbedding(model: EmbeddingModel, files: FileStore, most = MOST_VECTORS): EmbeddingModel {
  const { id, title, dimensions, provenance } = model;
  const identity = canonicalJson({ id, dimensions, provenance: provenance && { ...provenance } });
  const path = `${FOLDER}/${bytesToHex(sha256(utf8ToBytes(identity))).slice(0, 32)}.vectors`;
  const pack = openPack(files, path, dimensions, most);
  return {
    id,
    title,
    dimensions,
    provenance,
    async embed(texts, { signal }) {
      throwIfAborted(signal);
      const keys = texts.map((text) => bytesToHex(sha256(utf8ToBytes(text))));
      const kept = await pack.vectors();
      const found: Vectors = new Map();
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
        const wanted = part.map(([, text]) => text);
        const vectors = await model.embed(wanted, { signal });
        const made: Vectors = new Map(part.map(([key], at) => [key, vectors[at] ?? new Float32Array(dimensions)]));
        for (const [key, vector] of made) found.set(key, vector);
        await pack.add(made);
      }
      return keys.map((key) => found.get(key)?.slice() ?? new Float32Array(dimensions));
    },
  };
}

function openPack(files: FileStore, path: string, dimensions: number, most: number) {
  const size = 2 * HASH_BYTES + 4 * dimensions;
  const sealed = (body: Uint8Array): Uint8Array => sha256(concatBytes(utf8ToBytes(path), body));
  const recordsOf = (vectors: Vectors): Uint8Array =>
    concatBytes(
      ...[...vectors].flatMap(([key, vector]) => {
        const body = new Uint8Array(size - HASH_BYTES);
        body.set(hexToBytes(key));
        const view = new DataView(body.buffer);
        vector.forEach((value, at) => view.setFloat32(HASH_BYTES + 4 * at, value, true));
        return [body, sealed(body)];
      }),
    );
  const load = async (): Promise<Vectors> => {
    const vectors: Vectors = new Map();
    await whereKept(async () => {
      // What cannot be read is removed, so that vectors can be kept again.
      const bytes = (await files.read(path).catch(() => files.remove(path))) ?? new Uint8Array();
      for (let start = 0; start + size <= bytes.length; start += size) {
        const body = bytes.slice(start, start + size - HASH_BYTES);
        const seal = bytes.subarray(start + body.length, start + size);
        if (sealed(body).some((byte, at) => byte !== seal[at])) continue;
        const view = new DataView(body.buffer);
        const vector = Float32Array.from({ length: dimensions }, (_, at) => view.getFloat32(HASH_BYTES + 4 * at, true));
        vectors.set(bytesToHex(body.subarray(0, HASH_BYTES)), vector);
      }
      // Records behind a broken one would stand askew.
      if (bytes.length !== vectors.size * size) await files.write(path, recordsOf(vectors));
    });
    return vectors;
  };
  let loading: Promise<Vectors> | null = null;
  const vectors = (): Promise<Vectors> => (loading ??= load());
  return {
    vectors,
    async add(made: Vectors): Promise<void> {
      const all = await vectors();
      for (const [key, vector] of made) all.set(key, vector);
      if (all.size <= most) return whereKept(() => appendTo(files, path, recordsOf(made)));
      for (const key of [...all.keys()].slice(0, -Math.ceil(most / 2))) all.delete(key);
      return whereKept(() => files.write(path, recordsOf(all)));
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
