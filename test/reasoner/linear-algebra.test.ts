import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrowingSolve, RIDGE } from '../../src/reasoner/linear-algebra.ts';
import { solveDense } from './solve-dense.ts';

const SIZE = 6;
const entries = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), {
  minLength: SIZE * SIZE,
  maxLength: SIZE * SIZE,
});
const vector = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: SIZE, maxLength: SIZE });
const subset = fc.uniqueArray(fc.nat(SIZE - 1), { minLength: 1, maxLength: SIZE });

/** B′B + I: symmetric and positive definite. */
function definite(values: readonly number[]): number[] {
  return Array.from({ length: SIZE * SIZE }, (_, at) => {
    const row = Math.floor(at / SIZE);
    const column = at % SIZE;
    let sum = row === column ? 1 : 0;
    for (let k = 0; k < SIZE; k += 1) sum += (values[k * SIZE + row] ?? 0) * (values[k * SIZE + column] ?? 0);
    return sum;
  });
}

describe('a growing solve', () => {
  test('gives what elimination on the whole subset gives', () => {
    fc.assert(
      fc.property(entries, vector, subset, (raw, right, chosen) => {
        const values = definite(raw);
        const solve = new GrowingSolve({ size: SIZE, values }, right);
        chosen.forEach((row, at) => {
          const gain = solve.gain(row);
          const before = solve.explained;
          solve.add(row);
          expect(solve.explained - before).toBeCloseTo(gain, 9);
          expect(solve.chosen).toHaveLength(at + 1);
        });
        const matrix = chosen.map((row) =>
          chosen.map((column) => (values[row * SIZE + column] ?? 0) * (row === column ? 1 + RIDGE : 1)),
        );
        const expected = solveDense(
          matrix,
          chosen.map((row) => right[row] ?? 0),
        );
        solve.weights().forEach((weight, at) => {
          expect(weight).toBeCloseTo(expected[at] ?? NaN, 6);
        });
        const explained = expected.reduce((sum, weight, at) => sum + weight * (right[chosen[at] ?? 0] ?? 0), 0);
        expect(solve.explained).toBeCloseTo(explained, 6);
      }),
    );
  });

  test('adds nothing for a row that is there already or that the others determine', () => {
    const values = [1, 1, 1, 1];
    const solve = new GrowingSolve({ size: 2, values }, [0.5, 0.5]);
    solve.add(0);
    expect(solve.gain(0)).toBe(0);
    expect(solve.gain(1)).toBeLessThan(1e-5);
    solve.add(0);
    expect(solve.chosen).toEqual([0]);
  });
});
