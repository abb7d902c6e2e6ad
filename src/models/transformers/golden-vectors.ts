/**
 * @file Vectors that a model is known to give on wasm, to hold other devices to: int8 models have given noise on WebGPU
 * without an error (transformers.js issues 1286, 1512 and 1728).
 */
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { LabError } from '../../core/errors.ts';
import { GOLDEN } from './golden-numbers.ts';
import { smallest } from '../../core/numbers/extremes.ts';

/** Below it a vector is not the same vector. */
const LEAST_COSINE = 0.99;

/** Sentences and their vectors as int8, times 1/127 of the largest component; their cosines to the real ones are above 0.9999. */
export interface GoldenVectors {
  readonly sentences: readonly string[];
  /** Base64 of `sentences.length` × dimensions signed bytes. */
  readonly bytes: string;
}

/** The stored vectors of a model by its id, without its owner; null where there are none. */
export function goldenVectorsOf(id: string): GoldenVectors | null {
  const stored: Readonly<Record<string, GoldenVectors>> = GOLDEN;
  return stored[id.split('/').at(-1) ?? ''] ?? null;
}

/** The smallest cosine of the model's vectors to the stored ones. */
export async function goldenCosine(model: EmbeddingModel, golden: GoldenVectors, signal: AbortSignal): Promise<number> {
  const vectors = await model.embed(golden.sentences, { signal });
  const bytes = Int8Array.from(atob(golden.bytes), (character) => character.charCodeAt(0));
  return smallest(
    vectors.map((vector, row) => cosine(vector, bytes.subarray(row * model.dimensions, (row + 1) * model.dimensions))),
  );
}

function cosine(a: Float32Array, b: Int8Array): number {
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (let at = 0; at < a.length; at += 1) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const length = Math.sqrt(squareA * squareB);
  // A vector with a hole in it is worse than any other.
  return length > 0 ? dot / length : -1;
}

/**
 * Lets a model pass that gives the stored vectors.
 * @throws LabError `model-failed` naming the measured cosine, or that there are no vectors to hold the model to
 */
export async function checkGoldenVectors(model: EmbeddingModel, signal: AbortSignal): Promise<void> {
  const device = model.provenance?.device ?? 'this device';
  const golden = goldenVectorsOf(model.id);
  if (golden === null) {
    const message = `${model.id} cannot be checked on ${device}, where int8 models have given noise. Load it with the device wasm.`;
    throw new LabError('model-failed', message, { device });
  }
  const measured = await goldenCosine(model, golden, signal);
  if (measured >= LEAST_COSINE) return;
  const message =
    `${model.id} gives other vectors on ${device} than on wasm: cosine ${measured.toFixed(3)}, and ${String(LEAST_COSINE)} is ` +
    'the least. Load it with the device wasm.';
  throw new LabError('model-failed', message, { device, cosine: measured });
}
