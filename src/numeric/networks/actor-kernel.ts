/**
 * @file The loops over all items that policies spend their time in: in plain TypeScript here, and the same in WebAssembly. Arrays
 * that a kernel works on are its own (`allocate`). Rows are `WIDTH` = 32 numbers long.
 */

import { exp, log } from '../../core/numbers/elementary-functions.ts';
import { type RmspropStep, PLAIN_NETWORK_KERNEL, type NetworkKernel } from './network-kernel.ts';

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

const WIDTH = 32;

export const PLAIN_ACTOR_KERNEL: ActorKernel = {
  logits(count, vectors, biases, persons, out) {
    const items = biases.length;
    for (let sample = 0; sample < count; sample += 1) {
      for (let item = 0; item < items; item += 1) {
        let sum = biases[item]!;
        for (let at = 0; at < WIDTH; at += 1) sum += vectors[item * WIDTH + at]! * persons[sample * WIDTH + at]!;
        out[sample * items + item] = sum;
      }
    }
  },
  softmax(logits) {
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
  },
  scaled(factor, from, to) {
    for (let at = 0; at < from.length; at += 1) to[at] = factor * from[at]!;
  },
  addEntropySlopes(weight, chances, logits, slopes) {
    let mean = 0;
    for (let at = 0; at < chances.length; at += 1) mean += chances[at]! * logits[at]!;
    for (let at = 0; at < chances.length; at += 1)
      slopes[at] = slopes[at]! + weight * chances[at]! * (logits[at]! - mean);
  },
  byPerson(count, slopes, vectors, out) {
    const items = vectors.length / WIDTH;
    for (let sample = 0; sample < count; sample += 1) {
      const row = out.subarray(sample * WIDTH, (sample + 1) * WIDTH).fill(0);
      for (let item = 0; item < items; item += 1) {
        const slope = slopes[sample * items + item]!;
        const start = item * WIDTH;
        for (let at = 0; at < WIDTH; at += 1) row[at] = row[at]! + slope * vectors[start + at]!;
      }
    }
  },
  gram(count, items, slopes, out) {
    for (let s = 0; s < count; s += 1) {
      for (let t = 0; t <= s; t += 1) {
        let sum = 0;
        for (let item = 0; item < items; item += 1) sum += slopes[s * items + item]! * slopes[t * items + item]!;
        out[s * count + t] = sum;
        out[t * count + s] = sum;
      }
    }
  },
  addGradients(count, slopes, persons, vectors, biases) {
    const items = biases.length;
    for (let item = 0; item < items; item += 1) {
      for (let sample = 0; sample < count; sample += 1) {
        const slope = slopes[sample * items + item]!;
        biases[item] = biases[item]! + slope;
        for (let at = 0; at < WIDTH; at += 1)
          vectors[item * WIDTH + at] = vectors[item * WIDTH + at]! + slope * persons[sample * WIDTH + at]!;
      }
    }
  },
  rmsprop: (...parts) => plainRmsprop(...parts),
};

const plainRmsprop: ActorKernel['rmsprop'] = (
  count,
  slopes,
  persons,
  vectors,
  vectorSquares,
  biases,
  biasSquares,
  { rate, decay, epsilon, scale },
) => {
  const items = biases.length;
  const slope = new Float64Array(WIDTH);
  for (let item = 0; item < items; item += 1) {
    slope.fill(0);
    let bias = 0;
    for (let sample = 0; sample < count; sample += 1) {
      const one = scale * slopes[sample * items + item]!;
      bias += one;
      for (let at = 0; at < WIDTH; at += 1) slope[at] = slope[at]! + one * persons[sample * WIDTH + at]!;
    }
    for (let at = 0; at < WIDTH; at += 1) {
      const place = item * WIDTH + at;
      const square = decay * vectorSquares[place]! + (1 - decay) * slope[at]! * slope[at]!;
      vectorSquares[place] = square;
      vectors[place] = vectors[place]! - (rate * slope[at]!) / (Math.sqrt(square) + epsilon);
    }
    const square = decay * biasSquares[item]! + (1 - decay) * bias * bias;
    biasSquares[item] = square;
    biases[item] = biases[item]! - (rate * bias) / (Math.sqrt(square) + epsilon);
  }
};

/** The loops of the low-rank actor and of networks. They work on arrays that the kernel allocated, and on parts of them. */
export interface PolicyKernel extends ActorKernel, NetworkKernel {
  readonly id: 'plain' | 'simd';
  /** Zeros. @throws LabError `memory-exhausted` where it was made for fewer */
  allocate(length: number): Float32Array;
  /** Zeros. @throws LabError `memory-exhausted` where it was made for fewer */
  allocatePlaces(length: number): Int32Array;
}

export function plainKernel(): PolicyKernel {
  return {
    id: 'plain',
    allocate: (length) => new Float32Array(length),
    allocatePlaces: (length) => new Int32Array(length),
    ...PLAIN_ACTOR_KERNEL,
    ...PLAIN_NETWORK_KERNEL,
  };
}
