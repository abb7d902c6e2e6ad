/** @file The loops of policies in WebAssembly (assembly/actor.ts): single precision, four numbers at a time, the same bits on every machine. */
import { LabError } from '../../core/errors.ts';
import { plainKernel, type ActorKernel } from './actor-kernel.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

interface Exports {
  logits(items: number, vectors: number, biases: number, person: number, out: number): void;
  byPerson(count: number, items: number, slopes: number, vectors: number, out: number): void;
  softmax(length: number, x: number, sumAt: number): number;
  scaled(length: number, factor: number, from: number, to: number): void;
  dot(length: number, x: number, y: number): number;
  rmsprop(
    count: number,
    items: number,
    slopes: number,
    persons: number,
    vectors: number,
    vectorSquares: number,
    biases: number,
    biasSquares: number,
    rate: number,
    decay: number,
    epsilon: number,
    scale: number,
  ): void;
}

const PAGE = 65_536;
const ALIGNMENT = 16;

let compiled: WebAssembly.Module | null = null;

/**
 * A kernel with a memory of its own.
 * @param numbers how many it can allocate in all
 * @throws LabError `memory-exhausted` where the memory cannot be had
 */
export function simdKernel(numbers: number): ActorKernel {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (letter) => letter.charCodeAt(0)));
  const pages = 2 + Math.ceil((numbers * 4 + 64 * ALIGNMENT) / PAGE);
  const memory = memoryOf(pages);
  const kernel = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Exports;
  const plain = plainKernel();
  // Below the first page are the kernel's own data, and this one number.
  const sum = new Float32Array(memory.buffer, PAGE - ALIGNMENT, 1);
  let free = PAGE;
  return {
    id: 'simd',
    allocate(length) {
      const array = new Float32Array(memory.buffer, free, length);
      free += ALIGNMENT * Math.ceil((length * 4) / ALIGNMENT);
      return array;
    },
    logits: (vectors, biases, person, out) =>
      kernel.logits(out.length, vectors.byteOffset, biases.byteOffset, person.byteOffset, out.byteOffset),
    softmax(logits) {
      if (logits.length % 4 !== 0) return plain.softmax(logits);
      const top = kernel.softmax(logits.length, logits.byteOffset, sum.byteOffset);
      return top + Math.log(sum[0]!);
    },
    scaled(factor, from, to) {
      if (from.length % 4 === 0) kernel.scaled(from.length, factor, from.byteOffset, to.byteOffset);
      else plain.scaled(factor, from, to);
    },
    byPerson: (count, slopes, vectors, out) =>
      kernel.byPerson(count, vectors.length / 32, slopes.byteOffset, vectors.byteOffset, out.byteOffset),
    gram(count, items, slopes, out) {
      for (let s = 0; s < count; s += 1) {
        for (let t = 0; t <= s; t += 1) {
          const product = kernel.dot(items, slopes.byteOffset + 4 * s * items, slopes.byteOffset + 4 * t * items);
          out[s * count + t] = product;
          out[t * count + s] = product;
        }
      }
    },
    rmsprop(count, slopes, persons, vectors, vectorSquares, biases, biasSquares, { rate, decay, epsilon, scale }) {
      const arrays = [slopes, persons, vectors, vectorSquares, biases, biasSquares].map(({ byteOffset }) => byteOffset);
      const [a, b, c, d, e, f] = arrays as [number, number, number, number, number, number];
      kernel.rmsprop(count, biases.length, a, b, c, d, e, f, rate, decay, epsilon, scale);
    },
  };
}

function memoryOf(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages });
  } catch (cause) {
    throw new LabError(
      'memory-exhausted',
      'There is not enough memory for the policy; choose fewer items or people.',
      { pages },
      { cause },
    );
  }
}
