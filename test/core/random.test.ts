import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom, shuffled } from '../../src/core/random.ts';

const draws = (seed: number | string, count: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.uniform());
};

describe('Random', () => {
  test('draws the same numbers for the same seed, on every machine', () => {
    // Written down once: a change here changes every run that anybody ever shared.
    expect(draws(7, 3)).toMatchInlineSnapshot(`
      [
        0.16752442347765306,
        0.9094257251383997,
        0.7402087695905483,
      ]
    `);
    expect(draws('7', 3)).toEqual(draws(7, 3));
    expect(draws(8, 3)).not.toEqual(draws(7, 3));
  });

  test('forks depend on the key alone, not on what was drawn before', () => {
    const fresh = createRandom(1).fork('user 5').uniform();
    const used = createRandom(1);
    used.uniform();
    used.fork('user 4').uniform();
    expect(used.fork('user 5').uniform()).toBe(fresh);
    expect(used.fork('user 6').uniform()).not.toBe(fresh);
  });

  test('forks of different keys and depths do not meet', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 8 }), { minLength: 2, maxLength: 20 }), (keys) => {
        const root = createRandom(3);
        const firsts = new Set(keys.flatMap((key) => [root.fork(key).uniform(), root.fork(key).fork(key).uniform()]));
        expect(firsts.size).toBe(keys.length * 2);
      }),
    );
  });

  test('is uniform: mean, variance and the share in each of 16 bins', () => {
    const sample = draws('uniformity', 40_000);
    const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
    const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sample.length;
    expect(mean).toBeCloseTo(0.5, 2);
    expect(variance).toBeCloseTo(1 / 12, 2);
    const bins = new Array<number>(16).fill(0);
    for (const value of sample) bins[Math.floor(value * 16)] = (bins[Math.floor(value * 16)] ?? 0) + 1;
    const chiSquared = bins.reduce((sum, count) => sum + (count - 2500) ** 2 / 2500, 0);
    // The 99.9 % point of chi-squared with 15 degrees of freedom.
    expect(chiSquared).toBeLessThan(37.7);
  });

  test('draws whole numbers in [0, below) and reaches all of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer(), (below, seed) => {
        const random = createRandom(seed);
        const seen = new Set(Array.from({ length: 300 }, () => random.integer(below)));
        expect([...seen].every((value) => Number.isInteger(value) && value >= 0 && value < below)).toBe(true);
        expect(seen.size).toBe(below);
      }),
    );
  });

  test('shuffles into a permutation, each order about equally often', () => {
    const counts = new Map<string, number>();
    const random = createRandom('orders');
    for (let round = 0; round < 6000; round += 1) {
      const order = shuffled(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
