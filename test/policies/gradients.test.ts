/** @file Gradients beside central differences, and kernels beside each other. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { conjugateGradient } from '../../src/policies/numeric/conjugate-gradient.ts';
import { plainKernel, type ActorKernel } from '../../src/policies/numeric/actor-kernel.ts';
import { simdKernel } from '../../src/policies/numeric/simd-kernel.ts';
import { SparseNetwork } from '../../src/policies/numeric/sparse-network.ts';
import { KERNELS, kernelModule } from '../../assembly/build.ts';
import { readFileSync } from 'node:fs';

const random = createRandom('gradients');
const draw = (length: number): Float32Array => Float32Array.from({ length }, () => 2 * random.uniform() - 1);

describe('a sparse network', () => {
  const network = new SparseNetwork(4, 9, [7, 5, 3], createRandom(1));
  const input = { dense: draw(4), places: [2, 7], values: [3, 8] };
  const slope = draw(3);
  const loss = (): number =>
    network
      .forward(input)
      .at(-1)
      .reduce((sum, out, at) => sum + out * slope[at]!, 0);

  test('has the gradient of central differences in every parameter', () => {
    const gradient = new Float32Array(network.parameters.length);
    network.backward(input, network.forward(input), slope, gradient);
    for (let at = 0; at < gradient.length; at += 1)
      expect(gradient[at]).toBeCloseTo(difference(network.parameters, at, loss), 1);
  });

  test('and in the dense input', () => {
    const gradient = new Float32Array(network.parameters.length);
    const byDense = network.backward(input, network.forward(input), slope, gradient);
    for (let at = 0; at < 4; at += 1) expect(byDense[at]).toBeCloseTo(difference(input.dense, at, loss), 2);
  });

  test('moves along a direction as differences do', () => {
    const direction = draw(network.parameters.length);
    const dense = draw(4);
    const moved = network.along(input, network.forward(input), direction, dense);
    const gradient = new Float32Array(network.parameters.length);
    const byDense = network.backward(input, network.forward(input), slope, gradient);
    // ⟨slope, J v⟩ = ⟨Jᵀ slope, v⟩.
    const left = moved.reduce((sum, value, at) => sum + value * slope[at]!, 0);
    const right = dot(gradient, direction) + dot(byDense, dense);
    expect(left).toBeCloseTo(right, 3);
  });
});

function difference(values: Float32Array, at: number, loss: () => number): number {
  const kept = values[at]!;
  const step = 2e-3;
  values[at] = kept + step;
  const above = loss();
  values[at] = kept - step;
  const below = loss();
  values[at] = kept;
  return (above - below) / (2 * step);
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

test('conjugate gradients solve a system', () => {
  const matrix = [
    [4, 1, 0],
    [1, 3, 1],
    [0, 1, 5],
  ];
  const times = (x: Float32Array): Float32Array =>
    Float32Array.from(matrix, (row) => row.reduce((sum, value, at) => sum + value * x[at]!, 0));
  const x = conjugateGradient(times, Float32Array.from([1, 2, 3]), 10);
  expect([...times(x)].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([1, 2, 3]);
});

describe('the WebAssembly kernel says what the plain one says', () => {
  const [count, items] = [3, 64];
  const run = (kernel: ActorKernel, seed: string): Float32Array[] => {
    const source = createRandom(seed);
    const filled = (length: number, add = 0): Float32Array => {
      const values = kernel.allocate(length);
      for (let at = 0; at < length; at += 1) values[at] = 2 * source.uniform() - 1 + add;
      return values;
    };
    const vectors = filled(items * 32);
    const biases = filled(items);
    const persons = filled(count * 32);
    const slopes = filled(count * items);
    const squares = filled(items * 32, 2);
    const biasSquares = filled(items, 2);
    const out = kernel.allocate(items);
    const people = kernel.allocate(count * 32);
    const gram = kernel.allocate(count * count);
    const scaled = kernel.allocate(items);
    kernel.logits(vectors, biases, persons.subarray(0, 32), out);
    out[5] = -Infinity;
    kernel.softmax(out);
    kernel.scaled(-0.3, out, scaled);
    kernel.byPerson(count, slopes, vectors, people);
    kernel.gram(count, items, slopes, gram);
    kernel.rmsprop(count, slopes, persons, vectors, squares, biases, biasSquares, {
      rate: 0.01,
      decay: 0.9,
      epsilon: 1e-5,
      scale: 0.4,
    });
    return [out, scaled, people, gram, vectors, squares, biases, biasSquares];
  };

  test('on numbers drawn at random', () => {
    const [plain, simd] = [run(plainKernel(), 'k'), run(simdKernel(20_000), 'k')];
    plain.forEach((values, which) => {
      values.forEach((value, at) => expect(simd[which]![at]).toBeCloseTo(value, 4));
    });
    expect(simd[0]![5]).toBe(0);
  });

  test('and is what its source compiles to', async () => {
    const kept = readFileSync(new URL(KERNELS.actor, new URL('../../assembly/build.ts', import.meta.url)), 'utf8');
    expect(await kernelModule('actor')).toBe(kept);
  });
});
