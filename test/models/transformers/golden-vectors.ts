/** @file Vectors that a model is known to give on wasm: Node's and Chromium's are held to the same. */
import type { EmbeddingModel } from '../../../src/core/language-model.ts';
import { smallest } from '../../../src/core/numbers/extremes.ts';
import { GOLDEN } from './golden-numbers.ts';

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
