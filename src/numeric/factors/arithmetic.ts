/**
 * @file The arithmetic that models are fitted in, by the kernel. Gradients are checked in double precision, in plain TypeScript (test/numeric). Matrices are dense, by rows.
 */
import { exp, log1p } from '../../core/numbers/elementary-functions.ts';
import { LabError } from '../../core/errors.ts';
import { bytesOf, KernelMemory } from '../kernel.ts';

export type Values = Float32Array | Float64Array;

/** Some rows of Y, by entries: the rows `rows[from]` to `rows[to − 1]`. */
export interface RowEntries {
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

/**
 * Allocation, and the innermost loops, on numbers within the memory of one kernel; what lies outside is copied in for a product and, where
 * it is the result, out again. Places are given as an array and the position of the first number in it.
 */
class KernelArithmetic {
  private readonly memory: KernelMemory;
  private readonly kernel: KernelMemory['loops'];

  constructor(allocated: number, staged: number) {
    const problem = `A model of ${allocated} numbers does not fit into memory; take fewer factors or a slice of the dataset.`;
    const full = (cause?: unknown) => new LabError('task-impossible', problem, { allocated }, { cause });
    this.memory = new KernelMemory(bytesOf(allocated) + bytesOf(staged), full);
    this.kernel = this.memory.loops;
  }

  /** Zeros that stay for the whole fit, such as parameters. */
  readonly allocate = (length: number): Values =>
    new Float32Array(this.memory.buffer, this.memory.take(length), length);

  /** Zeros for a while, such as the activations of a batch. */
  readonly scratch = (length: number): Values => new Float32Array(length);

  /** A copy of positions, as `addRows` reads them. */
  readonly positions = (values: Int32Array): Int32Array => {
    const copy = new Int32Array(this.memory.buffer, this.memory.take(values.length), values.length);
    copy.set(values);
    return copy;
  };

  /** C += A B, with A of m × k, B of k × n and C of m × n. */
  addProduct(m: number, n: number, k: number, a: Values, b: Values, c: Values): void {
    this.product(m, n, k, k, 1, a, b, c);
  }

  /** C += Aᵀ B, with A of m × k, B of m × n and C of k × n. */
  addTransposedProduct(m: number, n: number, k: number, a: Values, b: Values, c: Values): void {
    this.product(k, n, m, 1, k, a, b, c);
  }

  /** ⟨a, x − y⟩ for `f` numbers from three allocated places; x and y are in one array. */
  difference(f: number, a: Values, aAt: number, xy: Values, xAt: number, yAt: number): number {
    const places = xy.byteOffset;
    return this.kernel.difference(f, a.byteOffset + 4 * aAt, places + 4 * xAt, places + 4 * yAt);
  }

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
    { g, η, λ }: { readonly g: number; readonly η: number; readonly λ: number },
  ): void {
    const places = xy.byteOffset;
    this.kernel.ascend(f, a.byteOffset + 4 * aAt, places + 4 * xAt, places + 4 * yAt, g, η, λ);
  }

  /** Such a step with g = σ(−offset − ⟨a, x − y⟩), which it returns. */
  pairStep(
    f: number,
    a: Values,
    aAt: number,
    xy: Values,
    xAt: number,
    yAt: number,
    { offset, η, λ }: { readonly offset: number; readonly η: number; readonly λ: number },
  ): number {
    const places = xy.byteOffset;
    return this.kernel.pairStep(f, a.byteOffset + 4 * aAt, places + 4 * xAt, places + 4 * yAt, offset, η, λ);
  }

  /** sum += scale Σ w_e y_r over the entries e of some rows r of Y; w is 1 where it is null. All of them allocated. */
  addRows(f: number, { y, rows, from, to }: RowEntries, weights: Values | null, scale: number, sum: Values): void {
    const own = weights === null ? 0 : weights.byteOffset + 4 * from;
    this.kernel.addWeightedRows(to - from, f, rows.byteOffset + 4 * from, y.byteOffset, own, scale, sum.byteOffset);
  }

  /**
   * Improves the f numbers x from `at` by a few conjugate gradients on (A + weight Σ y_r y_rᵀ) x = right, the sum over the
   * entries' rows. `right` then holds what is left over. All of them allocated.
   */
  conjugateGradients(
    steps: number,
    f: number,
    { gram, ridge, weight, y, rows, from, to }: RowSystem,
    x: Values,
    at: number,
    { right, direction, image }: { readonly right: Values; readonly direction: Values; readonly image: Values },
  ): void {
    this.kernel.conjugateGradients(
      ...([steps, f, gram?.byteOffset ?? 0, ridge, weight] as const),
      ...([to - from, rows.byteOffset + 4 * from, y.byteOffset] as const),
      ...([x.byteOffset + 4 * at, right.byteOffset, direction.byteOffset, image.byteOffset] as const),
    );
  }

  /** One step of Adam against an allocated gradient, which it clears; `size` has the bias correction in it. */
  adamStep(
    value: Values,
    gradient: Values,
    { m, v }: { readonly m: Values; readonly v: Values },
    { size, β1, β2 }: { readonly size: number; readonly β1: number; readonly β2: number },
  ): void {
    const length = 4 * Math.ceil(value.length / 4);
    const places = [value.byteOffset, gradient.byteOffset, m.byteOffset, v.byteOffset] as const;
    this.kernel.adamStep(length, ...places, size, β1, β2);
  }

  private product(
    rows: number,
    n: number,
    terms: number,
    rowStride: number,
    termStride: number,
    a: Values,
    b: Values,
    c: Values,
  ): void {
    this.memory.borrowed(() => {
      const at = [this.staged(a, rows * terms), this.staged(b, terms * n), this.staged(c, rows * n)] as const;
      this.kernel.addProduct(rows, n, terms, at[0], rowStride, termStride, at[1], at[2]);
      if (c.buffer !== this.memory.buffer) c.set(new Float32Array(this.memory.buffer, at[2], rows * n));
    });
  }

  /** The address of the numbers, in the part of the memory that is not allocated where they lie outside. */
  private staged(values: Values, length: number): number {
    if (values.buffer === this.memory.buffer) return values.byteOffset;
    const at = this.memory.take(length);
    new Float32Array(this.memory.buffer, at, length).set(
      values.length === length ? values : values.subarray(0, length),
    );
    return at;
  }
}

/** What the kernel offers, and what stands in for it where gradients are checked. */
export type Arithmetic = Pick<KernelArithmetic, keyof KernelArithmetic>;

/**
 * A kernel with a memory of its own.
 * @param allocated how many numbers `allocate` and `positions` will give out
 * @param staged the numbers of the three matrices of the largest product, as far as they are scratch
 * @throws LabError `task-impossible` where that is more than a memory can hold
 */
export function kernelArithmetic(allocated: number, staged: number): Arithmetic {
  // Each allocation is aligned to four numbers.
  return new KernelArithmetic(allocated + 4096, staged);
}

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

export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}

/** −ln σ(x), without overflow. */
export function logisticLoss(x: number): number {
  return log1p(exp(-Math.abs(x))) + Math.max(0, -x);
}
