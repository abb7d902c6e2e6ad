import { describe, expect, test } from 'vitest';
import { kernelModule } from '../../../assembly/build.ts';
import { createRandom } from '../../../src/core/random.ts';
import { type Arithmetic, type Values, kernelArithmetic } from '../../../src/numeric/factors/arithmetic.ts';
import { KERNEL_BYTES } from '../../../src/numeric/kernel-bytes.ts';
import { normalValues } from '../../../src/numeric/normal-draw.ts';
import { PLAIN_ARITHMETIC } from '../../numeric/plain-arithmetic.ts';

const random = createRandom(1);
const numbers = (length: number) => normalValues(length, 1, random).map(Math.fround);

function filled(arithmetic: Arithmetic, start: ArrayLike<number>, scratch = false): Values {
  const values = scratch ? arithmetic.scratch(start.length) : arithmetic.allocate(start.length);
  values.set(start);
  return values;
}

function expectClose(found: Values, wanted: Values): void {
  expect(found.length).toBe(wanted.length);
  found.forEach((value, at) => expect(value).toBeCloseTo(wanted[at]!, 4));
}

describe('the kernel', () => {
  test('is what its source compiles to', async () => {
    expect(await kernelModule()).toContain(`'${KERNEL_BYTES}'`);
  }, 60_000);

  test.each([
    [1, 1, 1],
    [4, 4, 4],
    [5, 6, 7],
    [9, 4, 3],
    [13, 17, 11],
  ])('multiplies %i × %i × %i as plain TypeScript does, allocated or not', (m, n, k) => {
    const [a, b, c, d, e] = [numbers(m * k), numbers(k * n), numbers(m * n), numbers(m * n), numbers(k * n)];
    const results = [false, true].map((scratch) => {
      const kernel = kernelArithmetic(5 * 400, 5 * 400);
      const place = (start: ArrayLike<number>) => filled(kernel, start, scratch);
      const [product, transposed] = [place(c), place(e)];
      kernel.addProduct(m, n, k, place(a), place(b), product);
      kernel.addTransposedProduct(m, n, k, place(a), place(d), transposed);
      return { product, transposed };
    });
    PLAIN_ARITHMETIC.addProduct(m, n, k, a, b, c);
    PLAIN_ARITHMETIC.addTransposedProduct(m, n, k, a, d, e);
    for (const { product, transposed } of results) {
      expectClose(product, c);
      expectClose(transposed, e);
    }
  });

  test('steps pairs and Adam, and sums outer products, as plain TypeScript does', () => {
    const f = 8;
    const [a, xy, gradient] = [numbers(3 * f), numbers(5 * f), numbers(3 * f)];
    const rows = Int32Array.of(4, 0, 2, 2);
    const half = numbers(f * f);
    const symmetric = half.map(
      (value, at) => (value + half[(at % f) * f + Math.floor(at / f)]!) / 4 + (at % (f + 1) === 0 ? 4 : 0),
    );
    const run = (arithmetic: Arithmetic) => {
      const [own, others] = [filled(arithmetic, a), filled(arithmetic, xy)];
      const before = arithmetic.difference(f, own, f, others, 0, 3 * f);
      arithmetic.ascend(f, own, f, others, 0, 3 * f, { g: 0.7, η: 0.1, λ: 0.05 });
      const place = () => filled(arithmetic, new Float64Array(f));
      const image = place();
      const v = filled(arithmetic, a.slice(0, f));
      const entries = { y: others, rows: arithmetic.positions(rows), from: 1, to: 4 };
      arithmetic.addRows(f, entries, null, 2, image);
      arithmetic.addRows(f, entries, filled(arithmetic, [9, 1, -2, 3]), 0.5, image);
      const pair = filled(arithmetic, a);
      const g1 = arithmetic.pairStep(f, pair, f, others, f, 2 * f, { offset: 0.3, η: 0.1, λ: 0.05 });
      const solved = [null, filled(arithmetic, symmetric)].map((gram) => {
        const room = { right: filled(arithmetic, a.slice(f, 2 * f)), direction: place(), image: place() };
        const x = filled(arithmetic, a);
        arithmetic.conjugateGradients(3, f, { ...entries, gram, ridge: 2, weight: 0.5 }, x, f, room);
        return [x, room.right];
      });
      const g = filled(arithmetic, gradient);
      const moments = { m: arithmetic.allocate(3 * f), v: arithmetic.allocate(3 * f) };
      arithmetic.adamStep(own, g, moments, { size: 0.01, β1: 0.9, β2: 0.99 });
      expect(g.every((value) => value === 0)).toBe(true);
      return [Float64Array.of(before, g1), own, others, image, pair, v, moments.m, moments.v, ...solved.flat()];
    };
    const wanted = run(PLAIN_ARITHMETIC);
    run(kernelArithmetic(600, 0)).forEach((values, index) => expectClose(values, wanted[index]!));
  });

  test('refuses what no memory can hold', () => {
    expect(() => kernelArithmetic(2 ** 30, 0)).toThrow(expect.objectContaining({ code: 'task-impossible' }) as Error);
  });
});
