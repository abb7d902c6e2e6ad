import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distancesOf, jensenShannon } from '../../src/metrics/distributions/distances.ts';

const sample = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 });
const values = (of: ReturnType<typeof distancesOf>) => [of.wasserstein, of.kolmogorovSmirnov, of.jensenShannon];

describe('distances of two samples', () => {
  test('are 0 of equal ones, alike both ways, and within their bounds', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        expect(values(distancesOf(a, [...a].reverse()))).toEqual([0, 0, 0]);
        const there = distancesOf(a, b);
        const back = distancesOf(b, a);
        expect(there.wasserstein).toBeCloseTo(back.wasserstein, 9);
        expect(there.kolmogorovSmirnov).toBeCloseTo(back.kolmogorovSmirnov, 9);
        expect(there.kolmogorovSmirnov).toBeLessThanOrEqual(1);
        expect(there.jensenShannon).toBeCloseTo(back.jensenShannon, 9);
        expect(there.jensenShannon).toBeLessThanOrEqual(1);
        const means = [a, b].map((one) => one.reduce((sum, value) => sum + value, 0) / one.length);
        expect(there.wasserstein).toBeGreaterThanOrEqual(Math.abs((means[0] ?? 0) - (means[1] ?? 0)) - 1e-9);
      }),
    );
  });

  test('are a shift, where one sample is the other shifted', () => {
    fc.assert(
      fc.property(sample, fc.integer({ min: 1, max: 9 }), (a, shift) => {
        const moved = a.map((value) => value + shift);
        expect(distancesOf(a, moved).wasserstein).toBeCloseTo(shift, 9);
      }),
    );
    expect(distancesOf([0, 1], [2, 3])).toEqual({ wasserstein: 2, kolmogorovSmirnov: 1, jensenShannon: 1 });
    expect(distancesOf([0, 0, 1], [0, 1, 1]).kolmogorovSmirnov).toBeCloseTo(1 / 3, 12);
  });

  // scipy 1.17.1: `jensenshannon(p, q, base=2) ** 2`.
  test.each([
    [[0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1], 0.15356065532898464],
    [[5, 0, 3, 2], [1, 4, 0, 5], 0.5029010745071728],
    [[1, 0], [0, 7], 1],
    [[2, 3], [4, 6], 0],
  ])('Jensen and Shannon’s divergence of %o and %o is %d bits', (first, second, bits) => {
    expect(jensenShannon(first, second)).toBeCloseTo(bits, 12);
    expect(jensenShannon(second, first)).toBeCloseTo(bits, 12);
  });

  test('the divergence is over ten bins of all numbers, so that near ones count as alike', () => {
    const first = [0, 1.01, 100];
    expect(distancesOf(first, [0, 1.02, 100]).jensenShannon).toBe(0);
    expect(distancesOf(first, [0, 50, 100]).jensenShannon).toBeCloseTo(0.2075187496394219, 12);
    expect(distancesOf([2, 2], [2]).jensenShannon).toBe(0);
  });
});
