/**
 * @file The arithmetic that models are fitted in. There are two: plain TypeScript in double precision, in which gradients are
 * checked, and the WebAssembly kernel in single precision, in which the larger models are fitted. Matrices are dense, by rows.
 */

/** Numbers of one precision. */
export type Values = Float32Array | Float64Array;

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
  /** image += weight Σ y_r ⟨y_r, v⟩ over the rows r = `rows[from]` to `rows[to − 1]` of Y; all of them allocated. */
  addOuterImages(
    f: number,
    rows: Int32Array,
    from: number,
    to: number,
    y: Values,
    v: Values,
    weight: number,
    image: Values,
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

/** The transpose of A, which is m × n. */
export function transposed(m: number, n: number, a: Values): Values {
  const result = a.slice(0, m * n);
  for (let row = 0; row < m; row += 1) {
    for (let column = 0; column < n; column += 1) result[column * m + row] = a[row * n + column]!;
  }
  return result;
}
