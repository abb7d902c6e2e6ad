/**
 * @file The kernel's loops of the low-rank actor and of small networks. Rows of people and items are `WIDTH` = 32 numbers long. A matrix of a network is
 * rows of one width one after another; of its rows only those that are named count, so that inputs which are mostly zeros cost little.
 */
import { KernelMemory } from '../kernel.ts';
import { exp, log } from '../../core/numbers/elementary-functions.ts';
import type { PolicyShape } from '../../core/environment.ts';
import { LabError } from '../../core/errors.ts';

export interface RowList {
  readonly places: Int32Array;
  readonly values: Float32Array;
}

export interface AdamStep {
  /** Gradients are multiplied by it first. */
  readonly scale: number;
  /** The rate over 1 − β₁ᵗ. */
  readonly size: number;
  /** 1 / √(1 − β₂ᵗ). */
  readonly correction: number;
  readonly epsilon: number;
}

export interface RmspropStep {
  readonly rate: number;
  readonly decay: number;
  readonly epsilon: number;
  /** Gradients are multiplied by it first. */
  readonly scale: number;
}

type Loops = KernelMemory['loops'];

/** Bytes that allocations lose to their alignment. */
const PADDING = 256 * 16;

const exhausted = (cause?: unknown): LabError => {
  const message = 'There is not enough memory for the policy; choose fewer items or people.';
  return new LabError('memory-exhausted', message, null, { cause });
};

/** The loops, which work on arrays that their kernel allocated, and on parts of them. */
export type PolicyKernel = ReturnType<typeof simdKernel>;

/**
 * A kernel with a memory of its own.
 * @param numbers how many it can allocate in all
 * @throws LabError `memory-exhausted` where the memory cannot be had
 */
export function simdKernel(numbers: number) {
  const memory = new KernelMemory(numbers * 4 + PADDING, exhausted);
  const { buffer, loops } = memory;
  return {
    allocate: (length: number): Float32Array => new Float32Array(buffer, memory.take(length), length),
    allocatePlaces: (length: number): Int32Array => new Int32Array(buffer, memory.take(length), length),
    ...actorLoops(loops, new Float32Array(buffer, memory.spare, 1)),
    ...networkLoops(loops),
  };
}

/** A kernel with room for a policy's networks, their optimizers and so many rows as long as the catalogue. */
export const policyKernel = ({ users, items }: PolicyShape, rows: number): PolicyKernel =>
  simdKernel(1300 * items + 160 * users + rows * (items + 1024) + 65_536);

function actorLoops(loops: Loops, sum: Float32Array) {
  return {
    /** out_{s,i} = biases_i + ⟨vectors_i, persons_s⟩, a row for each of `count` samples. */
    logits(count: number, vectors: Float32Array, biases: Float32Array, persons: Float32Array, out: Float32Array): void {
      loops.logits(count, biases.length, ...[vectors, biases, persons, out].map(placeOf));
    },
    /** Softmax in place; masked places, which the caller has set to −∞, get 0. @returns ln Σ exp of the logits */
    softmax(logits: Float32Array): number {
      if (logits.length % 4 !== 0) return plainSoftmax(logits);
      const top = loops.softmax(logits.length, logits.byteOffset, sum.byteOffset);
      return top + log(sum[0]!);
    },
    scaled(factor: number, from: Float32Array, to: Float32Array): void {
      if (from.length % 4 === 0) loops.scaled(from.length, factor, from.byteOffset, to.byteOffset);
      else for (let at = 0; at < from.length; at += 1) to[at] = factor * from[at]!;
    },
    /** Adds weight p (l − Σ p l) to slopes: those of −weight · entropy by the logits l, not masked, of the probabilities p. */
    addEntropySlopes(weight: number, chances: Float32Array, logits: Float32Array, slopes: Float32Array): void {
      loops.addEntropySlopes(chances.length, weight, ...[chances, logits, slopes].map(placeOf));
    },
    /** out_s = Σ_i slopes_{s,i} vectors_i, a row for each of `count` samples. */
    byPerson(count: number, slopes: Float32Array, vectors: Float32Array, out: Float32Array): void {
      loops.byPerson(count, vectors.length / 32, ...[slopes, vectors, out].map(placeOf));
    },
    /** Σ_i slopes_{s,i} slopes_{t,i} for all pairs of samples: count × count. */
    gram(count: number, items: number, slopes: Float32Array, out: Float32Array): void {
      for (let s = 0; s < count; s += 1) {
        for (let t = 0; t <= s; t += 1) {
          const product = loops.dot(items, slopes.byteOffset + 4 * s * items, slopes.byteOffset + 4 * t * items);
          out[s * count + t] = product;
          out[t * count + s] = product;
        }
      }
    },
    /** Adds Σ_s slopes_{s,i} persons_s to vectors and Σ_s slopes_{s,i} to biases. */
    addGradients(
      count: number,
      slopes: Float32Array,
      persons: Float32Array,
      vectors: Float32Array,
      biases: Float32Array,
    ): void {
      loops.addGradients(count, biases.length, ...[slopes, persons, vectors, biases].map(placeOf));
    },
    /** RMSprop as PyTorch takes it, ε after the root, on vectors by Σ_s slopes_{s,i} persons_s, and on biases by Σ_s slopes_{s,i}. */
    rmsprop(
      count: number,
      slopes: Float32Array,
      persons: Float32Array,
      vectors: Float32Array,
      vectorSquares: Float32Array,
      biases: Float32Array,
      biasSquares: Float32Array,
      { rate, decay, epsilon, scale }: RmspropStep,
    ): void {
      const places = [slopes, persons, vectors, vectorSquares, biases, biasSquares].map(placeOf);
      loops.rmsprop(count, biases.length, ...places, rate, decay, epsilon, scale);
    },
  };
}

const placeOf = ({ byteOffset }: Float32Array): number => byteOffset;

/** Of a length that is no multiple of four. */
function plainSoftmax(logits: Float32Array): number {
  let most = -Infinity;
  for (let at = 0; at < logits.length; at += 1) if (logits[at]! > most) most = logits[at]!;
  let sum = 0;
  for (let at = 0; at < logits.length; at += 1) {
    const weight = exp(logits[at]! - most);
    logits[at] = weight;
    sum += weight;
  }
  for (let at = 0; at < logits.length; at += 1) logits[at] = logits[at]! / sum;
  return most + log(sum);
}

function networkLoops(loops: Loops) {
  return {
    /** out += Σ_k values_k row(places_k), over the first `count`; rows are as long as `out`. */
    addRows: (count: number, { places, values }: RowList, matrix: Float32Array, out: Float32Array): void =>
      void loops.addRows(count, places.byteOffset, values.byteOffset, matrix.byteOffset, out.length, out.byteOffset),
    /** row(places_k) += values_k delta, over the first `count`; rows are as long as `delta`. */
    addOuter(count: number, { places, values }: RowList, matrix: Float32Array, delta: Float32Array): void {
      const { length, byteOffset } = delta;
      loops.addOuter(count, places.byteOffset, values.byteOffset, matrix.byteOffset, length, byteOffset);
    },
    /** out_k = ⟨row(places_k), delta⟩, over the first `count`. */
    rowProducts(
      count: number,
      { places }: RowList,
      matrix: Float32Array,
      delta: Float32Array,
      out: Float32Array,
    ): void {
      const { length, byteOffset } = delta;
      loops.rowProducts(count, places.byteOffset, matrix.byteOffset, length, byteOffset, out.byteOffset);
    },
    addScaled: (factor: number, from: Float32Array, to: Float32Array): void =>
      void loops.addScaled(to.length, factor, from.byteOffset, to.byteOffset),
    dot: (x: Float32Array, y: Float32Array): number => loops.dot(x.length, x.byteOffset, y.byteOffset),
    /** Lists what is above 0. @returns how many there are */
    positives: (x: Float32Array, { places, values }: RowList): number =>
      loops.positives(x.length, x.byteOffset, places.byteOffset, values.byteOffset),
    rectify: (x: Float32Array): void => void loops.rectify(x.length, x.byteOffset),
    /** A step of Adam (β .9 and .999) against the gradient, which is then 0. */
    adam(
      parameters: Float32Array,
      gradient: Float32Array,
      first: Float32Array,
      second: Float32Array,
      { scale, size, correction, epsilon }: AdamStep,
    ): void {
      const places = [parameters, gradient, first, second].map(placeOf);
      loops.adam(parameters.length, ...places, scale, size, correction, epsilon);
    },
    /** A step of RMSprop as PyTorch takes it, ε after the root, against the gradient, which is then 0. */
    rmspropFlat(
      parameters: Float32Array,
      gradient: Float32Array,
      squares: Float32Array,
      { scale, rate, decay, epsilon }: RmspropStep,
    ): void {
      const places = [parameters, gradient, squares].map(placeOf);
      loops.rmspropFlat(parameters.length, ...places, scale, rate, decay, epsilon);
    },
  };
}
