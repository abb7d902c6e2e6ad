/** @file The paired permutation test against exact values from the literature, and what holds of it anyway. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { mean, permutationTest } from '../../src/metrics/statistics.ts';

const single = (values: readonly number[]): number[][] => values.map((value) => [value]);

describe('the paired permutation test', () => {
  // Darwin's crossed and self-fertilised maize, in eighths of an inch: of 32,768 exchanges 863 × 2 are as far from none.
  test('comes to what Fisher counted for Darwin’s maize (1935, section 21)', () => {
    const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    const p = permutationTest(single(differences), single(differences.map(() => 0)), mean, createRandom(1), 50_000);
    expect(p).toBeCloseTo((2 * 863) / 32_768, 2);
  });

  // Student (1908): nobody slept less with the second drug, and one person alike, so 4 exchanges of 1,024 are as far.
  test('comes to 4 / 1024 for Student’s sleepers', () => {
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const p = permutationTest(single(first), single(second), mean, createRandom(1), 100_000);
    expect(p).toBeCloseTo(4 / 1024, 3);
  });

  test('finds nothing where nothing differs, and never 0', () => {
    const values = single([0.2, 0.4, 0.9]);
    expect(permutationTest(values, values, mean, createRandom(1))).toBe(1);
    const [low, high] = [single(Array<number>(40).fill(0)), single(Array<number>(40).fill(1))];
    expect(permutationTest(low, high, mean, createRandom(1), 999)).toBe(1 / 1000);
  });

  test('exchanges all measurements of a person together: two people can say little, however often they are measured', () => {
    const [a, b] = [
      [Array<number>(50).fill(0), Array<number>(50).fill(0)],
      [Array<number>(50).fill(1), Array<number>(50).fill(1)],
    ];
    expect(permutationTest(a, b, mean, createRandom(1))).toBeCloseTo(0.5, 1);
  });
});
