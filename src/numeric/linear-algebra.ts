/**
 * @file Products of vectors, conjugate gradients, and symmetric positive definite systems by A = L Lᵀ (Golub and Van Loan, Matrix
 * Computations, section 4.2). Matrices are `size` × `size`, by rows; only their lower triangles are read and written.
 */
export function dotProduct(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}

/** An approximate x with A x = b, after at most `rounds` products. */
export function conjugateGradient(
  product: (x: Float32Array) => Float32Array,
  b: Float32Array,
  rounds: number,
): Float32Array {
  const x = new Float32Array(b.length);
  const rest = b.slice();
  const direction = b.slice();
  let square = dotProduct(rest, rest);
  for (let round = 0; round < rounds && square > 1e-10; round += 1) {
    const image = product(direction);
    const step = square / dotProduct(direction, image);
    for (let at = 0; at < x.length; at += 1) {
      x[at] = x[at]! + step * direction[at]!;
      rest[at] = rest[at]! - step * image[at]!;
    }
    const next = dotProduct(rest, rest);
    const kept = next / square;
    for (let at = 0; at < x.length; at += 1) direction[at] = rest[at]! + kept * direction[at]!;
    square = next;
  }
  return x;
}

/** Replaces one row of A by that row of L; the rows above it must have been replaced. What rounding made negative counts as 0. */
export function factorRow(matrix: Float64Array, size: number, row: number): void {
  const own = row * size;
  for (let column = 0; column <= row; column += 1) {
    const other = column * size;
    let sum = matrix[own + column]!;
    for (let k = 0; k < column; k += 1) sum -= matrix[own + k]! * matrix[other + k]!;
    const pivot = matrix[other + column]!;
    matrix[own + column] = column === row ? Math.sqrt(Math.max(0, sum)) : pivot === 0 ? 0 : sum / pivot;
  }
}

/** Replaces b by A⁻¹ b, given L: by L⁻¹ b, then by L⁻ᵀ of it. */
export function solveFactored(lower: Float64Array, size: number, right: Float64Array): void {
  for (let row = 0; row < size; row += 1) {
    let sum = right[row]!;
    for (let k = 0; k < row; k += 1) sum -= lower[row * size + k]! * right[k]!;
    right[row] = sum / lower[row * size + row]!;
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    const solved = right[row]! / lower[row * size + row]!;
    right[row] = solved;
    for (let k = 0; k < row; k += 1) right[k]! -= lower[row * size + k]! * solved;
  }
}
