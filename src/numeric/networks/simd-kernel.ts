/**
 * @file The loops of policies in WebAssembly (assembly/actor.ts and network.ts): single precision, four numbers at a time, the same
 * bits on every machine.
 */
import { KERNEL_BYTES } from './kernel-bytes.ts';
import { exp, log } from '../../core/numbers/elementary-functions.ts';
import { LabError } from '../../core/errors.ts';
import type { PolicyKernel } from './actor-kernel.ts';

type Loop = (...numbers: readonly number[]) => number;

type Loops = Readonly<
  Record<
    | 'logits'
    | 'addEntropySlopes'
    | 'byPerson'
    | 'softmax'
    | 'scaled'
    | 'addGradients'
    | 'rmsprop'
    | 'addRows'
    | 'addOuter'
    | 'rowProducts'
    | 'addScaled'
    | 'dot'
    | 'positives'
    | 'rectify'
    | 'adam'
    | 'rmspropFlat',
    Loop
  >
>;

const PAGE = 65_536;
const ALIGNMENT = 16;

let compiled: WebAssembly.Module | null = null;

/**
 * A kernel with a memory of its own.
 * @param numbers how many it can allocate in all
 * @throws LabError `memory-exhausted` where the memory cannot be had
 */
export function simdKernel(numbers: number): PolicyKernel {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (letter) => letter.charCodeAt(0)));
  const pages = 2 + Math.ceil((numbers * 4 + 256 * ALIGNMENT) / PAGE);
  const memory = memoryOf(pages);
  const loops = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Loops;
  // Below the first page are the kernel's own data, and this one number.
  const sum = new Float32Array(memory.buffer, PAGE - ALIGNMENT, 1);
  let free = PAGE;
  const claim = (length: number): number => {
    const start = free;
    free += ALIGNMENT * Math.ceil((length * 4) / ALIGNMENT);
    if (free > pages * PAGE) throw exhausted(pages);
    return start;
  };
  return {
    allocate: (length) => new Float32Array(memory.buffer, claim(length), length),
    allocatePlaces: (length) => new Int32Array(memory.buffer, claim(length), length),
    ...actorLoops(loops, sum),
    ...networkLoops(loops),
  };
}

type Omitted = 'allocate' | 'allocatePlaces';

function actorLoops(
  loops: Loops,
  sum: Float32Array,
): Pick<
  PolicyKernel,
  'logits' | 'softmax' | 'scaled' | 'addEntropySlopes' | 'byPerson' | 'gram' | 'addGradients' | 'rmsprop'
> {
  return {
    logits(count, vectors, biases, persons, out) {
      const arrays = [vectors, biases, persons, out].map(({ byteOffset }) => byteOffset);
      loops.logits(count, biases.length, ...arrays);
    },
    softmax(logits) {
      if (logits.length % 4 !== 0) return plainSoftmax(logits);
      const top = loops.softmax(logits.length, logits.byteOffset, sum.byteOffset);
      return top + log(sum[0]!);
    },
    scaled(factor, from, to) {
      if (from.length % 4 === 0) loops.scaled(from.length, factor, from.byteOffset, to.byteOffset);
      else for (let at = 0; at < from.length; at += 1) to[at] = factor * from[at]!;
    },
    addEntropySlopes(weight, chances, logits, slopes) {
      const arrays = [chances, logits, slopes].map(({ byteOffset }) => byteOffset);
      loops.addEntropySlopes(chances.length, weight, ...arrays);
    },
    byPerson: (count, slopes, vectors, out) =>
      void loops.byPerson(count, vectors.length / 32, slopes.byteOffset, vectors.byteOffset, out.byteOffset),
    gram(count, items, slopes, out) {
      for (let s = 0; s < count; s += 1) {
        for (let t = 0; t <= s; t += 1) {
          const product = loops.dot(items, slopes.byteOffset + 4 * s * items, slopes.byteOffset + 4 * t * items);
          out[s * count + t] = product;
          out[t * count + s] = product;
        }
      }
    },
    addGradients(count, slopes, persons, vectors, biases) {
      const arrays = [slopes, persons, vectors, biases].map(({ byteOffset }) => byteOffset);
      loops.addGradients(count, biases.length, ...arrays);
    },
    rmsprop(count, slopes, persons, vectors, vectorSquares, biases, biasSquares, { rate, decay, epsilon, scale }) {
      const arrays = [slopes, persons, vectors, vectorSquares, biases, biasSquares].map(({ byteOffset }) => byteOffset);
      loops.rmsprop(count, biases.length, ...arrays, rate, decay, epsilon, scale);
    },
  };
}

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

function networkLoops(loops: Loops): Omit<PolicyKernel, Omitted | keyof ReturnType<typeof actorLoops>> {
  return {
    addRows: (count, { places, values }, matrix, out) =>
      void loops.addRows(count, places.byteOffset, values.byteOffset, matrix.byteOffset, out.length, out.byteOffset),
    addOuter: (count, { places, values }, matrix, delta) =>
      void loops.addOuter(
        count,
        places.byteOffset,
        values.byteOffset,
        matrix.byteOffset,
        delta.length,
        delta.byteOffset,
      ),
    rowProducts: (count, { places }, matrix, delta, out) =>
      void loops.rowProducts(
        count,
        places.byteOffset,
        matrix.byteOffset,
        delta.length,
        delta.byteOffset,
        out.byteOffset,
      ),
    addScaled: (factor, from, to) => void loops.addScaled(to.length, factor, from.byteOffset, to.byteOffset),
    dot: (x, y) => loops.dot(x.length, x.byteOffset, y.byteOffset),
    positives: (x, { places, values }) => loops.positives(x.length, x.byteOffset, places.byteOffset, values.byteOffset),
    rectify: (x) => void loops.rectify(x.length, x.byteOffset),
    adam: (parameters, gradient, first, second, { scale, size, correction, epsilon }) =>
      void loops.adam(
        parameters.length,
        parameters.byteOffset,
        gradient.byteOffset,
        first.byteOffset,
        second.byteOffset,
        scale,
        size,
        correction,
        epsilon,
      ),
    rmspropFlat: (parameters, gradient, squares, { scale, rate, decay, epsilon }) =>
      void loops.rmspropFlat(
        parameters.length,
        parameters.byteOffset,
        gradient.byteOffset,
        squares.byteOffset,
        scale,
        rate,
        decay,
        epsilon,
      ),
  };
}

const exhausted = (pages: number, cause?: unknown): LabError =>
  new LabError(
    'memory-exhausted',
    'There is not enough memory for the policy; choose fewer items or people.',
    { pages },
    { cause },
  );

function memoryOf(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages });
  } catch (cause) {
    throw exhausted(pages, cause);
  }
}
