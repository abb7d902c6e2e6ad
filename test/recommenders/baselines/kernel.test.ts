import { describe, expect, test } from 'vitest';
import { kernelModule } from '../../../assembly/build.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { Arithmetic, Values } from '../../../src/recommenders/baselines/numeric/arithmetic.ts';
import { kernelArithmetic } from '../../../src/recommenders/baselines/numeric/kernel-arithmetic.ts';
import { KERNEL_BYTES } from '../../../src/recommenders/baselines/numeric/kernel-bytes.ts';
import { normalValues } from '../../../src/recommenders/baselines/numeric/normal-values.ts';
import { PLAIN_ARITHMETIC } from '../../../src/recommenders/baselines/numeric/plain-arithmetic.ts';

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
    const run = (arithmetic: Arithmetic) => {
      const [own, others] = [filled(arithmetic, a), filled(arithmetic, xy)];
      const before = arithmetic.difference(f, own, f, others, 0, 3 * f);
      arithmetic.ascend(f, own, f, others, 0, 3 * f, { g: 0.7, η: 0.1, λ: 0.05 });
      const image = filled(arithmetic, new Float64Array(f));
      const v = filled(arithmetic, a.slice(0, f));
      arithmetic.addOuterImages(f, arithmetic.positions(rows), 1, 4, others, v, 2, image);
      const g = filled(arithmetic, gradient);
      const moments = { m: arithmetic.allocate(3 * f), v: arithmetic.allocate(3 * f) };
      arithmetic.adamStep(own, g, moments, { size: 0.01, β1: 0.9, β2: 0.99 });
      expect(g.every((value) => value === 0)).toBe(true);
      return [Float64Array.of(before), own, others, image, moments.m, moments.v];
    };
    const wanted = run(PLAIN_ARITHMETIC);
    run(kernelArithmetic(200, 0)).forEach((values, index) => expectClose(values, wanted[index]!));
  });

  test('refuses what no memory can hold', () => {
    expect(() => kernelArithmetic(2 ** 30, 0)).toThrow(expect.objectContaining({ code: 'task-impossible' }) as Error);
  });
});
