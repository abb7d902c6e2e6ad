/** @file Small linear systems. */

/** x with A x = b for a symmetric positive definite A (Cholesky); both are overwritten. */
export function solvePositive(matrix: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k += 1) sum -= matrix[i * size + k]! * matrix[j * size + k]!;
      matrix[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / matrix[j * size + j]!;
    }
  }
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < i; k += 1) b[i] = b[i]! - matrix[i * size + k]! * b[k]!;
    b[i] = b[i]! / matrix[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < size; k += 1) b[i] = b[i]! - matrix[k * size + i]! * b[k]!;
    b[i] = b[i]! / matrix[i * size + i]!;
  }
  return b;
}
