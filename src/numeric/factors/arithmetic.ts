import { exp, log1p } from '../../core/numbers/elementary-functions.ts';

/**
 * @file The arithmetic that models are fitted in. There are two: plain TypeScript in double precision, in which gradients are
 * checked, and the WebAssembly kernel in single precision, in which the larger models are fitted. Matrices are dense, by rows.
 */

export type Values = Float32Array | Float64Array;

/** Some rows of Y, by entries: the rows `rows[from]` to `rows[to − 1]`. */
export interface RowEntries {
  /** Y by rows of f. */
  readonly y: Values;
  readonly rows: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** A system A + weight Σ y_r y_rᵀ. */
export interface RowSystem extends RowEntries {
  /** A as f × f, or null for `ridge` times the identity. */
  readonly gram: Values | null;
  readonly ridge: number;
  readonly weight: number;
}

/** Allocation, and the innermost loops. Places are given as an array and the position of the first number in it. */
export interface Arithmetic {
  /** Zeros that stay for the whole fit, such as parameters. */
  readonly allocate: (length: number) => Values;
  /** Zeros for a while, such as the activations of a batch. */
  readonly scratch: (length: number) => Values;
  /** A copy of positions, as `addOuterImages` reads them. */
  readonly positions: (values: Int32Array) => Int32Array;
  /** C += A B, with A of m × k, B of k × n and C of m × n. */
  addProduct(m: number, n: number, k: number, a: Values, b: Values, c: Values): void;
  /** C += Aᵀ B, with A of m × k, B of m × n and C of k × n. */
  addTransposedProduct(m: number, n: number, k: number, a: Values, b: Values, c: Values): void;
  /** ⟨a, x − y⟩ for `f` numbers from three allocated places; x and y are in one array. */
  difference(f: number, a: Values, aAt: number, xy: Values, xAt: number, yAt: number): number;
  /**
   * One step of pairwise learning on ⟨a, x − y⟩: a += η (g (x − y) − λ a), x += η (g a − λ x), y += η (−g a − λ y), all by the
   * numbers before the step.
   */
  ascend(
    f: number,
    a: Values,
    aAt: number,
    xy: Values,
    xAt: number,
    yAt: number,
    step: { readonly g: number; readonly η: number; readonly λ: number },
  ): void;
  /** Such a step with g = σ(−offset − ⟨a, x − y⟩), which it returns. */
  pairStep(
    f: number,
    a: Values,
    aAt: number,
    xy: Values,
    xAt: number,
    yAt: number,
    step: { readonly offset: number; readonly η: number; readonly λ: number },
  ): number;
  /** sum += scale Σ w_e y_r over the entries e of some rows r of Y; w is 1 where it is null. All of them allocated. */
  addRows(f: number, entries: RowEntries, weights: Values | null, scale: number, sum: Values): void;
  /**
   * Improves the f numbers x from `at` by a few conjugate gradients on (A + weight Σ y_r y_rᵀ) x = right, the sum over the
   * entries' rows. `right` then holds what is left over. All of them allocated.
   */
  conjugateGradients(
    steps: number,
    f: number,
    system: RowSystem,
    x: Values,
    at: number,
    room: { readonly right: Values; readonly direction: Values; readonly image: Values },
  ): void;
  /** One step of Adam against an allocated gradient, which it clears; `size` has the bias correction in it. */
  adamStep(
    value: Values,
    gradient: Values,
    moments: { readonly m: Values; readonly v: Values },
    options: { readonly size: number; readonly β1: number; readonly β2: number },
  ): void;
}

/** f as the kernel takes it: four numbers at a time. */
export function multipleOfFour(f: number): number {
  return 4 * Math.ceil(f / 4);
}

export function transposed(m: number, n: number, a: Values): Values {
  const result = a.slice(0, m * n);
  for (let row = 0; row < m; row += 1) {
    for (let column = 0; column < n; column += 1) result[column * m + row] = a[row * n + column]!;
  }
  return result;
}

/** Σ a[aFrom + k] b[bFrom + k] for k below `length`. */
export function dot(a: Values, aFrom: number, b: Values, bFrom: number, length: number): number {
  let sum = 0;
  for (let k = 0; k < length; k += 1) sum += a[aFrom + k]! * b[bFrom + k]!;
  return sum;
}

/** σ(x) = 1 / (1 + e^(−x)). */
export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}

/** −ln σ(x), without overflow. */
export function logisticLoss(x: number): number {
  return log1p(exp(-Math.abs(x))) + Math.max(0, -x);
}
