/**
 * @file The seam between the lab and everything that turns texts into vectors.
 */
import type { Provenance } from './language-model.ts';

/** Turns texts into vectors whose dot product says how alike they are. */
export interface EmbeddingModel {
  /** `built-in/lexical`, `transformers/all-MiniLM-L6-v2`. */
  readonly id: string;
  /** What the page calls it. */
  readonly title: string;
  readonly dimensions: number;
  /** Null for what is computed from the texts alone. */
  readonly provenance: Provenance | null;
  /** True where texts are alike only by the words that they share; left out where it knows what words mean. */
  readonly isByWordsAlone?: boolean;
  /**
   * One vector of length 1 a text, in their order; a text without any word that counts gives zeros.
   * @throws LabError `aborted` once the signal is, `model-failed` where the engine fails
   */
  embed(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<Float32Array[]>;
}
