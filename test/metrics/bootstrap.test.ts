/** @file Bootstrap intervals cover what they say, are reproducible, and pair people. */
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { bootstrap, pairedBootstrap, mean } from '../../src/metrics/statistics.ts';

/** Sum of twelve uniforms less six: mean 0, variance 1, nearly normal. */
function normals(count: number, seed: string): number[] {
  const random = createRandom(seed);
  return Array.from(
    { length: count },
    () => Array.from({ length: 12 }, () => random.uniform()).reduce((a, b) => a + b) - 6,
  );
}

describe('bootstrap', () => {
  test('equal seeds give equal intervals', () => {
    const people = normals(20, 'x').map((value) => [value]);
    expect(bootstrap(people, mean, createRandom(1))).toEqual(bootstrap(people, mean, createRandom(1)));
  });
});

describe('paired bootstrap', () => {
  test('a difference that all people share has no spread, however much people differ', () => {
    const b = normals(30, 'y').map((value) => [10 * value]);
    const a = b.map(([value]) => [(value ?? 0) + 1]);
    const { value, low, high } = pairedBootstrap(a, b, mean, createRandom(1), 200);
    for (const bound of [value, low, high]) expect(bound).toBeCloseTo(1, 9);
  });
});
