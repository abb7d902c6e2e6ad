/**
 * @file The arithmetic of the WebAssembly kernel (assembly/fit.ts): single precision, four numbers at a time, the same bits on
 * every machine.
 */
import { KERNEL_BYTES } from './kernel-bytes.ts';
import { LabError } from '../../core/errors.ts';
import type { Arithmetic, RowEntries, RowSystem, Values } from './arithmetic.ts';

interface Kernel {
  heapBase(): number;
  addProduct(
    rows: number,
    n: number,
    terms: number,
    a: number,
    rowStride: number,
    termStride: number,
    b: number,
    c: number,
  ): void;
  difference(f: number, a: number, x: number, y: number): number;
  ascend(f: number, a: number, x: number, y: number, g: number, eta: number, lambda: number): void;
  pairStep(f: number, a: number, x: number, y: number, offset: number, eta: number, lambda: number): number;
  addRows(count: number, f: number, rows: number, y: number, weights: number, scale: number, sum: number): void;
  conjugateGradients(
    steps: number,
    f: number,
    gram: number,
    ridge: number,
    weight: number,
    count: number,
    rows: number,
    y: number,
    x: number,
    right: number,
    direction: number,
    image: number,
  ): void;
  adam(
    length: number,
    value: number,
    gradient: number,
    m: number,
    v: number,
    size: number,
    beta1: number,
    beta2: number,
  ): void;
}

const PAGE = 65_536;
const MOST_BYTES = 2 ** 31;

/** Bytes of `length` numbers, so that what follows is aligned. */
const bytesOf = (length: number): number => 16 * Math.ceil(length / 4);

let compiled: WebAssembly.Module | null = null;

function kernelModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (letter) => letter.charCodeAt(0)));
  return compiled;
}

/** Numbers within the memory of one kernel; what lies outside is copied in for a product and, where it is the result, out again. */
class KernelArithmetic implements Arithmetic {
  private readonly kernel: Kernel;
  private readonly buffer: ArrayBuffer;
  private free: number;
  private readonly end: number;

  constructor(allocated: number, staged: number) {
    // The kernel's own data lie below the first page.
    const bytes = PAGE + bytesOf(allocated) + bytesOf(staged);
    if (bytes > MOST_BYTES) {
      const problem = `A model of ${allocated} numbers does not fit into memory`;
      throw new LabError('task-impossible', `${problem}; take fewer factors or a slice of the dataset.`, { allocated });
    }
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const { exports } = new WebAssembly.Instance(kernelModule(), { env: { memory } });
    this.kernel = exports as unknown as Kernel;
    this.buffer = memory.buffer;
    this.free = bytesOf(this.kernel.heapBase() / 4);
    this.end = memory.buffer.byteLength;
  }

  readonly allocate = (length: number): Float32Array => new Float32Array(this.buffer, this.take(length), length);

  readonly scratch = (length: number): Float32Array => new Float32Array(length);

  readonly positions = (values: Int32Array): Int32Array => {
    const copy = new Int32Array(this.buffer, this.take(values.length), values.length);
    copy.set(values);
    return copy;
  };

  addProduct(m: number, n: number, k: number, a: Values, b: Values, c: Values): void {
    this.product(m, n, k, k, 1, a, b, c);
  }

  addTransposedProduct(m: number, n: number, k: number, a: Values, b: Values, c: Values): void {
    this.product(k, n, m, 1, k, a, b, c);
  }

  difference(f: number, a: Values, aAt: number, xy: Values, xAt: number, yAt: number): number {
    const places = xy.byteOffset;
    return this.kernel.difference(f, a.byteOffset + 4 * aAt, places + 4 * xAt, places + 4 * yAt);
  }

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

  addRows(f: number, { y, rows, from, to }: RowEntries, weights: Values | null, scale: number, sum: Values): void {
    const own = weights === null ? 0 : weights.byteOffset + 4 * from;
    this.kernel.addRows(to - from, f, rows.byteOffset + 4 * from, y.byteOffset, own, scale, sum.byteOffset);
  }

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

  adamStep(
    value: Values,
    gradient: Values,
    { m, v }: { readonly m: Values; readonly v: Values },
    { size, β1, β2 }: { readonly size: number; readonly β1: number; readonly β2: number },
  ): void {
    const length = 4 * Math.ceil(value.length / 4);
    const places = [value.byteOffset, gradient.byteOffset, m.byteOffset, v.byteOffset] as const;
    this.kernel.adam(length, ...places, size, β1, β2);
  }

  private take(length: number): number {
    const at = this.free;
    this.free += bytesOf(length);
    if (this.free <= this.end) return at;
    throw new LabError('internal', `A fit asked for more than the ${this.end} bytes that it reserved.`);
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
    const free = this.free;
    const at = [this.staged(a, rows * terms), this.staged(b, terms * n), this.staged(c, rows * n)] as const;
    this.kernel.addProduct(rows, n, terms, at[0], rowStride, termStride, at[1], at[2]);
    if (c.buffer !== this.buffer) c.set(new Float32Array(this.buffer, at[2], rows * n));
    this.free = free;
  }

  /** The address of the numbers, in the part of the memory that is not allocated where they lie outside. */
  private staged(values: Values, length: number): number {
    if (values.buffer === this.buffer) return values.byteOffset;
    const at = this.take(length);
    new Float32Array(this.buffer, at, length).set(values.length === length ? values : values.subarray(0, length));
    return at;
  }
}

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
