/** @file Gradients beside central differences, and kernels beside each other. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { conjugateGradient } from '../../src/numeric/linear-algebra.ts';
import type { PolicyKernel } from '../../src/numeric/networks/simd-kernel.ts';
import { plainKernel } from '../numeric/plain-kernel.ts';
import { simdKernel } from '../../src/numeric/networks/simd-kernel.ts';
import { SparseNetwork } from '../../src/numeric/networks/sparse-network.ts';

const random = createRandom('gradients');
const draw = (length: number): Float32Array => Float32Array.from({ length }, () => 2 * random.uniform() - 1);

describe.each(['plain', 'simd'] as const)('a sparse network on the %s kernel', (id) => {
  const kernel = id === 'plain' ? plainKernel() : simdKernel(4000);
  const own = (values: Float32Array): Float32Array => {
    const array = kernel.allocate(values.length);
    array.set(values);
    return array;
  };
  const shape = { dense: 4, sparse: 9, widths: [7, 5, 3] };
  const network = new SparseNetwork(shape, createRandom(1), kernel);
  const { flat } = network.parameters;
  const input = { dense: draw(4), places: [2, 7], values: [3, 8] };
  const pass = network.createPass();
  const slope = own(draw(3));
  const loss = (): number => dot(network.forward(input, pass), slope);
  const gradientOf = (): { readonly gradient: Float32Array; readonly byDense: Float32Array } => {
    const gradient = kernel.allocate(flat.length);
    network.forward(input, pass);
    return { gradient, byDense: network.backward(input, pass, slope, network.laidOut(gradient)).slice() };
  };

  test('has the gradient of central differences in every parameter', () => {
    const { gradient } = gradientOf();
    for (let at = 0; at < gradient.length; at += 1) expect(gradient[at]).toBeCloseTo(difference(flat, at, loss), 1);
  });

  test('and in the dense input', () => {
    const { byDense } = gradientOf();
    for (let at = 0; at < 4; at += 1) expect(byDense[at]).toBeCloseTo(difference(input.dense, at, loss), 2);
  });

  test('moves along a direction as differences do', () => {
    const direction = own(draw(flat.length));
    const dense = own(draw(4));
    const { gradient, byDense } = gradientOf();
    const moved = network.along(input, pass, network.laidOut(direction), dense);
    // ⟨slope, J v⟩ = ⟨Jᵀ slope, v⟩.
    expect(dot(moved, slope)).toBeCloseTo(dot(gradient, direction) + dot(byDense, dense), 3);
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
  const [count, items] = [3, 160];
  const filledBy =
    (kernel: PolicyKernel, seed: string) =>
    (length: number, add = 0): Float32Array => {
      const source = createRandom(`${seed} ${length}`);
      const values = kernel.allocate(length);
      for (let at = 0; at < length; at += 1) values[at] = 2 * source.uniform() - 1 + add;
      return values;
    };
  const actor = (kernel: PolicyKernel): Float32Array[] => {
    const filled = filledBy(kernel, 'actor');
    const vectors = filled(items * 32);
    const biases = filled(items);
    const persons = filled(count * 32);
    const slopes = filled(count * items);
    const squares = filled(items * 32, 2);
    const biasSquares = filled(items, 2);
    const [gradient, biasGradient] = [filled(items * 32), filled(items)];
    const out = kernel.allocate(count * items);
    const people = kernel.allocate(count * 32);
    const gram = kernel.allocate(count * count);
    const scaled = kernel.allocate(count * items);
    kernel.logits(count, vectors, biases, persons, out);
    out[5] = -Infinity;
    kernel.softmax(out.subarray(0, items));
    kernel.scaled(-0.3, out, scaled);
    const entropySlopes = filled(items);
    kernel.addEntropySlopes(0.4, out.subarray(0, items), biases, entropySlopes);
    kernel.byPerson(count, slopes, vectors, people);
    kernel.gram(count, items, slopes, gram);
    kernel.addGradients(count, slopes, persons, gradient, biasGradient);
    const step = { rate: 0.01, decay: 0.9, epsilon: 1e-5, scale: 0.4 };
    kernel.rmsprop(count, slopes, persons, vectors, squares, biases, biasSquares, step);
    return [out, scaled, entropySlopes, people, gram, gradient, biasGradient, vectors, squares, biases, biasSquares];
  };
  // Widths that are no multiples of 4 have a rest.
  const network = (kernel: PolicyKernel, width: number): Float32Array[] => {
    const filled = filledBy(kernel, 'network');
    const list = { places: kernel.allocatePlaces(7), values: filled(7) };
    list.places.set([0, 3, 4, 8, 2, 9, 11]);
    const matrix = filled(12 * width);
    const [out, delta] = [filled(width), filled(width, 0.1)];
    const [products, scaled] = [kernel.allocate(7), filled(width)];
    kernel.addRows(7, list, matrix, out);
    kernel.addOuter(6, list, matrix, delta);
    kernel.rowProducts(7, list, matrix, delta, products);
    kernel.addScaled(0.7, delta, scaled);
    const found = { places: kernel.allocatePlaces(width), values: kernel.allocate(width) };
    const positive = kernel.positives(delta, found);
    const rectified = kernel.allocate(width);
    rectified.set(delta);
    kernel.rectify(rectified);
    const [parameters, gradient, moved, slopes] = [filled(width), filled(width), filled(width), filled(width)];
    const [first, second, squares] = [filled(width), filled(width, 2), filled(width, 2)];
    kernel.adam(parameters, gradient, first, second, { scale: 0.8, size: 0.02, correction: 3, epsilon: 1e-5 });
    kernel.rmspropFlat(moved, slopes, squares, { rate: 0.01, decay: 0.9, epsilon: 1e-5, scale: 0.4 });
    const told = Float32Array.from([positive, kernel.dot(delta, scaled), ...found.places]);
    return [
      out,
      matrix,
      products,
      scaled,
      told,
      found.values,
      rectified,
      parameters,
      gradient,
      first,
      second,
      moved,
      slopes,
      squares,
    ];
  };

  test.each([
    ['the actor', actor],
    ['networks, 8 wide', (kernel: PolicyKernel) => network(kernel, 8)],
    ['networks, 21 wide', (kernel: PolicyKernel) => network(kernel, 21)],
    ['networks, 1 wide', (kernel: PolicyKernel) => network(kernel, 1)],
  ])('%s, on numbers drawn at random', (_, run) => {
    const [plain, simd] = [run(plainKernel()), run(simdKernel(60_000))];
    plain.forEach((values, which) => {
      values.forEach((value, at) => expect(simd[which]![at]).toBeCloseTo(value, 4));
    });
  });

  test('masked places have no chance', () => expect(actor(simdKernel(60_000))[0]![5]).toBe(0));

  test('and it tells when its memory is used up', () => {
    expect(() => simdKernel(100).allocate(100_000)).toThrow(/not enough memory/);
  });
});
