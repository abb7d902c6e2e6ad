/**
 * @file The loops over all items that policies spend their time in, which `simdKernel` has in WebAssembly. Arrays
 * that a kernel works on are its own (`allocate`). Rows are `WIDTH` = 32 numbers long.
 */
import type { RmspropStep, NetworkKernel } from './network-kernel.ts';

export interface ActorKernel {
  /** out_{s,i} = biases_i + ⟨vectors_i, persons_s⟩, a row for each of `count` samples. */
  logits(count: number, vectors: Float32Array, biases: Float32Array, persons: Float32Array, out: Float32Array): void;
  /**
   * Softmax in place; masked places, which the caller has set to −∞, get 0.
   * @returns ln Σ exp of the logits
   */
  softmax(logits: Float32Array): number;
  /** to = factor · from. */
  scaled(factor: number, from: Float32Array, to: Float32Array): void;
  /** Adds weight p (l − Σ p l) to slopes: those of −weight · entropy by the logits l, not masked, of the probabilities p. */
  addEntropySlopes(weight: number, chances: Float32Array, logits: Float32Array, slopes: Float32Array): void;
  /** out_s = Σ_i slopes_{s,i} vectors_i, a row for each of `count` samples. */
  byPerson(count: number, slopes: Float32Array, vectors: Float32Array, out: Float32Array): void;
  /** Σ_i slopes_{s,i} slopes_{t,i} for all pairs of samples: count × count. */
  gram(count: number, items: number, slopes: Float32Array, out: Float32Array): void;
  /** Adds Σ_s slopes_{s,i} persons_s to vectors and Σ_s slopes_{s,i} to biases. */
  addGradients(
    count: number,
    slopes: Float32Array,
    persons: Float32Array,
    vectors: Float32Array,
    biases: Float32Array,
  ): void;
  /** RMSprop as PyTorch takes it, ε after the root, on vectors by Σ_s slopes_{s,i} persons_s, and on biases by Σ_s slopes_{s,i}. */
  rmsprop(
    count: number,
    slopes: Float32Array,
    persons: Float32Array,
    vectors: Float32Array,
    vectorSquares: Float32Array,
    biases: Float32Array,
    biasSquares: Float32Array,
    step: RmspropStep,
  ): void;
}

/** The loops of the low-rank actor and of networks. They work on arrays that the kernel allocated, and on parts of them. */
export interface PolicyKernel extends ActorKernel, NetworkKernel {
  /** Zeros. @throws LabError `memory-exhausted` where it was made for fewer */
  allocate(length: number): Float32Array;
  /** Zeros. @throws LabError `memory-exhausted` where it was made for fewer */
  allocatePlaces(length: number): Int32Array;
}
