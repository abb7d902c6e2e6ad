/**
 * @file Item vectors that come with a dataset, so that the first search by meaning does not wait for thousands of texts to be
 * embedded: `item-vectors.json` says of which model and form of text they are, `item-vectors.i8.gz` holds them as one signed
 * byte a component, in the order of the items' ids from 1 on.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { gunzipSync } from 'fflate';
import type { Item } from '../../core/dataset.ts';
import type { EmbeddingModel } from '../../core/language-model.ts';
import { LabError } from '../../core/errors.ts';
import { z } from '../schema.ts';
import { ITEM_TEXT_TEMPLATE, itemText } from './soft-retrieval.ts';

export const VECTORS_DESCRIPTION = 'item-vectors.json';
export const VECTORS_FILE = 'item-vectors.i8.gz';

const DESCRIPTION = z.object({
  /** As a spec names it, and where its vectors come from. */
  model: z.string(),
  engine: z.string(),
  revision: z.string(),
  dtype: z.string(),
  template: z.string(),
  items: z.int().check(z.gte(1), z.lte(1_000_000)),
  dimensions: z.int().check(z.gte(1), z.lte(8192)),
  /** What a byte is multiplied by. */
  scale: z.number().check(z.positive()),
  /** Of the bytes, unpacked. */
  sha256: z.string(),
});

export type VectorsDescription = z.infer<typeof DESCRIPTION>;

/** Item vectors of a dataset: row `id − 1` is that of item `id`. */
export interface PackagedVectors {
  readonly description: VectorsDescription;
  readonly bytes: Int8Array;
}

/**
 * Reads the vectors of a dataset.
 * @param fetchFile the bytes of a file of the dataset's folder
 * @throws LabError `file-invalid`, `file-damaged`, and what `fetchFile` throws
 */
export async function readPackagedVectors(fetchFile: (name: string) => Promise<Uint8Array>): Promise<PackagedVectors> {
  const description = readDescription(await fetchFile(VECTORS_DESCRIPTION));
  const packed = await fetchFile(VECTORS_FILE);
  const damaged = new LabError('file-damaged', `${VECTORS_FILE} does not fit ${VECTORS_DESCRIPTION}. Get it again.`);
  let bytes: Uint8Array;
  try {
    bytes = gunzipSync(packed, { out: new Uint8Array(description.items * description.dimensions) });
  } catch {
    throw damaged;
  }
  if (bytesToHex(sha256(bytes)) !== description.sha256) throw damaged;
  return { description, bytes: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}

function readDescription(bytes: Uint8Array): VectorsDescription {
  try {
    return DESCRIPTION.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new LabError('file-invalid', `${VECTORS_DESCRIPTION} does not describe vectors.`, null, { cause });
  }
}

const PROBES = 8;
const LEAST_COSINE = 0.99;

/**
 * The packaged vectors of these items, of length 1, where they are those that the model gives: it is asked for a few of them.
 * So another export of the same model may use them, and another model under its name may not.
 * @returns null where the vectors are not the model's, or an item is not among them
 * @throws LabError `aborted`, and what the model throws
 */
export async function vectorsFor(
  { description, bytes }: PackagedVectors,
  items: readonly Item[],
  model: EmbeddingModel,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  const { dimensions, template, scale } = description;
  if (template !== ITEM_TEXT_TEMPLATE || dimensions !== model.dimensions) return null;
  if (items.length === 0 || items.some(({ id }) => id < 1 || id > description.items)) return null;
  const vectors = new Float32Array(items.length * dimensions);
  items.forEach(({ id }, row) => {
    const from = bytes.subarray((id - 1) * dimensions, id * dimensions);
    vectors.set(lengthOne(Float32Array.from(from, (byte) => byte * scale)), row * dimensions);
  });
  const step = Math.max(1, Math.floor(items.length / PROBES));
  const rows = items.map((_, row) => row).filter((row) => row % step === 0);
  const texts = rows.map((row) => itemText(items[row] as Item));
  const given = await model.embed(texts, { signal });
  const isSame = rows.every((row, at) => {
    const stored = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    return stored.reduce((sum, value, component) => sum + value * (given[at]?.[component] ?? 0), 0) >= LEAST_COSINE;
  });
  return isSame ? vectors : null;
}

function lengthOne(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
  return vector.map((value) => value * scale);
}
