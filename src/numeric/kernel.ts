/**
 * @file The WebAssembly kernel (assembly/kernel.ts): single precision, four numbers at a time, the same bits on every machine. Each fit and each
 * policy has a memory of its own.
 */
import type { LabError } from '../core/errors.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

type Loop = (...numbers: readonly number[]) => number;

type Loops = Readonly<
  Record<
    | 'addProduct'
    | 'difference'
    | 'ascend'
    | 'pairStep'
    | 'addWeightedRows'
    | 'conjugateGradients'
    | 'adamStep'
    | 'logits'
    | 'addEntropySlopes'
    | 'byPerson'
    | 'softmax'
    | 'scaled'
    | 'addGradients'
    | 'rmsprop'
    | 'addRows'
    | 'addOuter'
    | 'rowProducts'
    | 'addScaled'
    | 'dot'
    | 'positives'
    | 'rectify'
    | 'adam'
    | 'rmspropFlat',
    Loop
  >
>;

const PAGE = 65_536;
/** Of each allocation, in bytes. */
const ALIGNMENT = 16;
const MOST_PAGES = 32_768;

/** Bytes of `length` numbers, so that what follows is aligned. */
export const bytesOf = (length: number): number => ALIGNMENT * Math.ceil(length / 4);

let compiled: WebAssembly.Module | null = null;

export class KernelMemory {
  readonly loops: Loops;
  readonly buffer: ArrayBuffer;
  /** A place for one number below the first page, where the kernel's own data are too. */
  readonly spare = PAGE - ALIGNMENT;
  private free = PAGE;
  private readonly full: (cause?: unknown) => LabError;

  /** @param bytes that it can give out @param full what is thrown where they cannot be had, or more are asked for */
  constructor(bytes: number, full: (cause?: unknown) => LabError) {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (letter) => letter.charCodeAt(0)));
    this.full = full;
    const pages = 1 + Math.ceil(bytes / PAGE);
    if (pages > MOST_PAGES) throw full();
    try {
      const memory = new WebAssembly.Memory({ initial: pages });
      this.loops = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Loops;
      this.buffer = memory.buffer;
    } catch (cause) {
      throw full(cause);
    }
  }

  /** The address of `length` numbers that are given out. */
  take(length: number): number {
    const at = this.free;
    this.free += bytesOf(length);
    if (this.free > this.buffer.byteLength) throw this.full();
    return at;
  }

  /** What the work takes is free again behind it. */
  borrowed(work: () => void): void {
    const { free } = this;
    work();
    this.free = free;
  }
}
