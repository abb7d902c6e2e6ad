import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { fillOrthogonal } from '../../../src/numeric/networks/sparse-network.ts';

/** The products of all pairs of rows, or of columns where those are fewer. */
function grams(matrix: Float32Array, rows: number, columns: number): number[][] {
  const vectors =
    rows >= columns
      ? Array.from({ length: columns }, (_, one) =>
          Array.from({ length: rows }, (__, at) => matrix[at * columns + one]!),
        )
      : Array.from({ length: rows }, (_, one) => [...matrix.subarray(one * columns, (one + 1) * columns)]);
  return vectors.map((a) => vectors.map((b) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)));
}

describe('weights that begin orthogonal', () => {
  test.each([
    [200, 32, 0.01],
    [64, 1, 1],
    [20, 48, Math.SQRT2],
    [5, 5, 1],
  ])('%i × %i, gain %d: orthogonal, each as long as the gain', (rows, columns, gain) => {
    const matrix = new Float32Array(rows * columns);
    fillOrthogonal(matrix, { rows, columns, gain }, createRandom(1));
    for (const [at, row] of grams(matrix, rows, columns).entries())
      for (const [other, value] of row.entries()) expect(value).toBeCloseTo(at === other ? gain * gain : 0, 5);
  });
});
