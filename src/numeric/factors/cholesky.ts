import type { Arithmetic, RowSystem, Values } from './arithmetic.ts';

export class RowSolver {
  private readonly f: number;
  private readonly steps: number;
  private readonly arithmetic: Arithmetic;
  private readonly room: { readonly right: Values; readonly direction: Values; readonly image: Values };

  /** It allocates 3 f numbers. */
  constructor(f: number, steps: number, arithmetic: Arithmetic) {
    this.f = f;
    this.steps = steps;
    this.arithmetic = arithmetic;
    const place = (): Values => arithmetic.allocate(f);
    this.room = { right: place(), direction: place(), image: place() };
  }

  /**
   * Improves x, the f numbers from `at`.
   * @param weights w of each entry, allocated; ones where null
   * @param scale times all of them
   */
  solve(system: RowSystem, weights: Values | null, scale: number, x: Values, at: number): void {
    const { f, steps, arithmetic, room } = this;
    room.right.fill(0);
    arithmetic.addRows(f, system, weights, scale, room.right);
    arithmetic.conjugateGradients(steps, f, system, x, at, room);
  }
}
/**
 * @file Symmetric positive definite systems by A = L Lᵀ (Golub and Van Loan, Matrix Computations, section 4.2). Matrices are
 * `size` × `size`, by rows; only their lower triangles are read and written.
 */

/** Replaces one row of A by that row of L; the rows above it must have been replaced. */
export function factorRow(matrix: Float64Array, size: number, row: number): void {
  const own = row * size;
  for (let column = 0; column <= row; column += 1) {
    const other = column * size;
    let sum = matrix[own + column]!;
    for (let k = 0; k < column; k += 1) sum -= matrix[own + k]! * matrix[other + k]!;
    matrix[own + column] = column === row ? Math.sqrt(sum) : sum / matrix[other + column]!;
  }
}

/** Replaces b by L⁻¹ b. */
function solveLower(lower: Float64Array, size: number, right: Float64Array): void {
  for (let row = 0; row < size; row += 1) {
    let sum = right[row]!;
    for (let k = 0; k < row; k += 1) sum -= lower[row * size + k]! * right[k]!;
    right[row] = sum / lower[row * size + row]!;
  }
}

/** Replaces b by L⁻ᵀ b. */
function solveUpper(lower: Float64Array, size: number, right: Float64Array): void {
  for (let row = size - 1; row >= 0; row -= 1) {
    const solved = right[row]! / lower[row * size + row]!;
    right[row] = solved;
    for (let k = 0; k < row; k += 1) right[k]! -= lower[row * size + k]! * solved;
  }
}

/** Replaces b by A⁻¹ b, given L. */
export function solveFactored(lower: Float64Array, size: number, right: Float64Array): void {
  solveLower(lower, size, right);
  solveUpper(lower, size, right);
}
