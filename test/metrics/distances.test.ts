import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distancesOf } from '../../src/metrics/distributions/distances.ts';

const sample = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 });
const values = ({ wasserstein, kolmogorovSmirnov }: ReturnType<typeof distancesOf>) => [wasserstein, kolmogorovSmirnov];

describe('distances of two samples', () => {
  test('are 0 of equal ones, alike both ways, and within their bounds', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        expect(values(distancesOf(a, [...a].reverse()))).toEqual([0, 0]);
        const there = distancesOf(a, b);
        const back = distancesOf(b, a);
        expect(there.wasserstein).toBeCloseTo(back.wasserstein, 9);
        expect(there.kolmogorovSmirnov).toBeCloseTo(back.kolmogorovSmirnov, 9);
        expect(there.kolmogorovSmirnov).toBeLessThanOrEqual(1);
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
    expect(distancesOf([0, 1], [2, 3])).toEqual({ wasserstein: 2, kolmogorovSmirnov: 1 });
    expect(distancesOf([0, 0, 1], [0, 1, 1]).kolmogorovSmirnov).toBeCloseTo(1 / 3, 12);
  });
});
