/**
 * @file The little linear algebra that a best linear combination needs, on symmetric positive definite matrices of at
 * most a few dozen rows (Golub and Van Loan, Matrix Computations, section 4.2).
 */

export interface SymmetricMatrix {
  readonly size: number;
  readonly values: readonly number[];
}

/** What is added to each diagonal entry before factoring, as a share of it: repeated and exactly dependent rows stay solvable. */
export const RIDGE = 1e-6;

const GAIN_FLOOR = 1e-12;

/**
 * The Cholesky factorization of the rows and columns of a matrix that were added so far, with forward substitution of
 * one right-hand side: the quadratic form b_S′ A_S⁻¹ b_S of a growing subset S, and what each further row would add.
 */
export class GrowingSolve {
  readonly chosen: number[] = [];
  private readonly factor: number[][] = [];
  private readonly forward: number[] = [];
  private readonly matrix: SymmetricMatrix;
  private readonly right: readonly number[];
  /** b_S′ A_S⁻¹ b_S. */
  explained = 0;

  constructor(matrix: SymmetricMatrix, right: readonly number[]) {
    this.matrix = matrix;
    this.right = right;
  }

  /** Adds a row to the subset; a row that is in it already changes nothing. */
  add(row: number): void {
    if (this.chosen.includes(row)) return;
    const { solved, pivot, value } = this.extend(row);
    if (pivot <= GAIN_FLOOR) return;
    this.factor.push([...solved, pivot]);
    this.forward.push(value);
    this.chosen.push(row);
    this.explained += value * value;
  }

  /** By how much `explained` would grow with the row. */
  gain(row: number): number {
    if (this.chosen.includes(row)) return 0;
    const { pivot, value } = this.extend(row);
    return pivot <= GAIN_FLOOR ? 0 : value * value;
  }

  /** A_S⁻¹ b_S, in the order of `chosen`. */
  weights(): number[] {
    const size = this.chosen.length;
    const weights = new Array<number>(size).fill(0);
    for (let row = size - 1; row >= 0; row -= 1) {
      let sum = this.forward[row] ?? 0;
      for (let below = row + 1; below < size; below += 1) {
        sum -= (this.factor[below]?.[row] ?? 0) * (weights[below] ?? 0);
      }
      weights[row] = sum / (this.factor[row]?.[row] ?? 1);
    }
    return weights;
  }

  private entry(row: number, column: number): number {
    const value = this.matrix.values[row * this.matrix.size + column] ?? 0;
    return row === column ? value * (1 + RIDGE) : value;
  }

  private extend(row: number): { solved: number[]; pivot: number; value: number } {
    const solved: number[] = [];
    let squared = 0;
    let value = this.right[row] ?? 0;
    for (let step = 0; step < this.chosen.length; step += 1) {
      const factors = this.factor[step] as number[];
      let sum = this.entry(row, this.chosen[step] as number);
      for (let before = 0; before < step; before += 1) sum -= (factors[before] as number) * (solved[before] as number);
      const entry = sum / (factors[step] as number);
      solved.push(entry);
      squared += entry * entry;
      value -= entry * (this.forward[step] as number);
    }
    const rest = this.entry(row, row) - squared;
    // A row that the others determine but for rounding adds nothing, and dividing by what is left would add noise.
    if (!(rest > this.entry(row, row) * RIDGE * 0.5)) return { solved, pivot: 0, value: 0 };
    const pivot = Math.sqrt(rest);
    return { solved, pivot, value: value / pivot };
  }
}
