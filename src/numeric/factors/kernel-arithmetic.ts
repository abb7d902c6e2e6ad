/**
 * @file The arithmetic of the WebAssembly kernel (assembly/fit.ts): single precision, four numbers at a time, the same bits on
 * every machine.
 */
import { LabError } from '../../core/errors.ts';
import type { Arithmetic, RowEntries, RowSystem, Values } from './arithmetic.ts';

/** The WebAssembly of assembly/fit.ts, in base 64. */
export const KERNEL_BYTES =
  'AGFzbQEAAAABXQlgCX9/fX1/f39/fwBgB39/f399fX0AYAh/f39/f39/fwBgB39/f399fX0BfWAAAX9gBH9/f38BfWAMf39/fX1/f39/f39/AGAHf39/f399fwBgCH9/f39/fX19AAIPAQNlbnYGbWVtb3J5AgABAwoJAAECAwQFBgcIB2AICGhlYXBCYXNlAAQKYWRkUHJvZHVjdAACCmRpZmZlcmVuY2UABQZhc2NlbmQAAQhwYWlyU3RlcAADB2FkZFJvd3MABxJjb25qdWdhdGVHcmFkaWVudHMABgRhZGFtAAgMAQEKoxcJqwICAXsDf0MAAAAAIAIgARv9EyEJIABBAnQhDANAIAogDEkEQCAIIApqIAkgByAKav0ABAD95gH9CwQAIApBEGohCgwBCwsgAQRAQQEgACAAIAcgAEEBIAEgCBACCyAAQQJ0IQEDQCAEIAtKBEAgBiAFIAtBAnRqKAIAIAFsaiEK/QwAAAAAAAAAAAAAAAAAAAAAIQlBACEAA0AgACABSQRAIAkgACAKav0ABAAgACAHav0ABAD95gH95AEhCSAAQRBqIQAMAQsLIAMgCf0fACAJ/R8BkiAJ/R8CIAn9HwOSkpT9EyEJQQAhAANAIAAgAUkEQCAAIAhqIgwgDP0ABAAgCSAAIApq/QAEAP3mAf3kAf0LBAAgAEEQaiEADAELCyALQQFqIQsMAQsLC6MBAQV7IAUgBJT9EyEIQwAAgD8gBSAGlJP9EyEHIAEgAEECdGohAANAIAAgAUsEQCAIIAH9AAQAIgr95gEhCSABIAcgCv3mASAIIAL9AAQAIgogA/0ABAAiC/3lAf3mAf3kAf0LBAAgAiAHIAr95gEgCf3kAf0LBAAgAyAHIAv95gEgCf3lAf0LBAAgAUEQaiEBIAJBEGohAiADQRBqIQMMAQsLC5AFAwt/BXsBfSAFQQJ0IRAgAUECdCEMIAFBfHEhCANAIAtBA2ogAEgEQCADIAQgC2xBAnRqIQkgBEECdCESQQAhDQNAIAggDUoEQCANQQJ0IgogByALIAxsamoiEf0ABAAhEyAMIBFq/QAEACEUIBEgDEEBdGr9AAQAIRUgESAMQQNsav0ABAAhFiAJIQUgBiAKaiEKQQAhDgNAIAIgDkoEQCATIAX9CQIAIAr9AAQAIhf95gH95AEhEyAUIAUgEmr9CQIAIBf95gH95AEhFCAVIAUgEkEBdGr9CQIAIBf95gH95AEhFSAWIAUgEkEDbGr9CQIAIBf95gH95AEhFiAFIBBqIQUgCiAMaiEKIA5BAWohDgwBCwsgESAT/QsEACAMIBFqIBT9CwQAIBEgDEEBdGogFf0LBAAgESAMQQNsaiAW/QsEACANQQRqIQ0MAQsLIAtBBGohCwwBCwsDQCAAIAtKBEAgAyAEIAtsQQJ0aiEJQQAhCgNAIAggCkoEQCAKQQJ0Ig0gByALIAxsamoiEf0ABAAhEyAJIQUgBiANaiENQQAhDgNAIAIgDkoEQCATIAX9CQIAIA39AAQA/eYB/eQBIRMgBSAQaiEFIAwgDWohDSAOQQFqIQ4MAQsLIBEgE/0LBAAgCkEEaiEKDAELCyALQQFqIQsMAQsLA0AgACAPSgRAIAghBQNAIAEgBUoEQCAFQQJ0IgogByAMIA9samoiDSoCACEYIAMgBCAPbEECdGohCSAGIApqIQtBACEKA0AgAiAKSgRAIBggCSoCACALKgIAlJIhGCAJIBBqIQkgCyAMaiELIApBAWohCgwBCwsgDSAYOAIAIAVBAWohBQwBCwsgD0EBaiEPDAELCwuWBQQEfwV8An4BeyACIQggAyEJIAEiByAAQQJ0aiEKA0AgByAKSQRAIBIgB/0ABAAgCP0ABAAgCf0ABAD95QH95gH95AEhEiAHQRBqIQcgCEEQaiEIIAlBEGohCQwBCwsgACABIAIgA0QAAAAAAADwPwJ8IAQgEv0fACAS/R8BkiAS/R8CIBL9HwOSkpK7Igu9IhBCNIinQf8PcSIAQckHayIBQT9PBEBEAAAAAAAA8D8gAUGAgICAeE8NARogAEGJCE8EQEQAAAAAAAAAACAQQoCAgICAgIB4UQ0CGiALRAAAAAAAAPA/oCAAQf8PTw0CGkQAAAAAAAAAAEQAAAAAAADwfyAQQgBTGwwCC0EAIQALIAtE/oIrZUcVZ0CiRAAAAAAAADhDoCIMvSIRQv8Ag0IBhqdBA3RBgAhqIgEpAwggEUIthnwhECALIAxEAAAAAAAAOMOgIgtEAAD6/kIudr+ioCALRDo7nrya9wy9oqAiCyALoiEMIAErAwAgC6AgDCALRDxUVVVVVcU/okS9/f/////fP6CioCAMIAyiIAtEF9CkZxERgT+iRJErF89VVaU/oKKgIQsgAEUEQAJ8IBFCgICAgAiDUARAIBBCgICAgICAgIg/fb8iDCAMIAuioEQAAAAAAAAAf6IMAQsgEEKAgICAgICA8D98IhC/Ig0gC6IhDiANIA6gIg+ZRAAAAAAAAPA/YwR8RAAAAAAAAPA/IA+mIgsgD6AiDCALIAyhIA+gIA0gD6EgDqCgoCALoSILRAAAAAAAAAAAYQR8IBBCgICAgICAgICAf4O/BSALCwUgDwtEAAAAAAAAEACiCwwBCyAQvyIMIAwgC6KgC0QAAAAAAADwP6CjtiIEIAUgBhABIAQLBQBBgBgLZgEBeyABIABBAnRqIQADQCAAIAFLBEAgBCAB/QAEACAC/QAEACAD/QAEAP3lAf3mAf3kASEEIAFBEGohASACQRBqIQIgA0EQaiEDDAELCyAE/R8AIAT9HwGSIAT9HwIgBP0fA5KSC7cFAwR/An0BeyABIAIgAyAEIAUgBiAHIAggCxAAIAFBAnQhDgNAIA0gDkkEQCAJIA1qIgz9DAAAgL8AAIC/AACAvwAAgL8gCyANav0ABAD95gEgDP0ABAD95AH9CwQAIA1BEGohDQwBCwsgCiAJIAFBAnQiDPwKAAAgDCAJIgwiDWohDgNAIA0gDkkEQCASIA39AAQAIAz9AAQA/eYB/eQBIRIgDUEQaiENIAxBEGohDAwBCwsgEv0fACAS/R8BkiAS/R8CIBL9HwOSkiERA0AgACAPSiARQ8y8jCtecQRAIAEgAiADIAQgBSAGIAcgCiALEAAgCyEM/QwAAAAAAAAAAAAAAAAAAAAAIRIgCiINIAFBAnRqIQ4DQCANIA5JBEAgEiAN/QAEACAM/QAEAP3mAf3kASESIA1BEGohDSAMQRBqIQwMAQsLQQAhDSARIBL9HwAgEv0fAZIgEv0fAiAS/R8DkpKVIhD9EyESIAFBAnQhDgNAIA0gDkkEQCAIIA1qIgwgEiAKIA1q/QAEAP3mASAM/QAEAP3kAf0LBAAgDUEQaiENDAELC0EAIQ0gEIz9EyESIAFBAnQhDgNAIA0gDkkEQCAJIA1qIgwgEiALIA1q/QAEAP3mASAM/QAEAP3kAf0LBAAgDUEQaiENDAELC/0MAAAAAAAAAAAAAAAAAAAAACESIAkiDSEMIA0gAUECdGohDgNAIAwgDkkEQCASIAz9AAQAIA39AAQA/eYB/eQBIRIgDEEQaiEMIA1BEGohDQwBCwtBACEMIBL9HwAgEv0fAZIgEv0fAiAS/R8DkpIiECARlf0TIRIgAUECdCENA0AgDCANSQRAIAogDGogEiAKIAxq/QAEAP3mASAJIAxq/QAEAP3kAf0LBAAgDEEQaiEMDAELCyAQIREgD0EBaiEPDAELCwuHAQIEfwF7IAFBAnQhCANAIAAgB0oEQCADIAIgB0ECdCIBaigCACAIbGohCSAEBH0gBSABIARqKgIAlAUgBQv9EyELQQAhAQNAIAEgCEkEQCABIAZqIgogCv0ABAAgCyABIAlq/QAEAP3mAf3kAf0LBAAgAUEQaiEBDAELCyAHQQFqIQcMAQsLC/UBAQd7IAb9EyEJQwAAgD8gBpP9EyEKIAf9EyELQwAAgD8gB5P9EyEMIAX9EyENIAEgAEECdGohAANAIAAgAUsEQCAJIAP9AAQA/eYBIAogAv0ABAAiDv3mAf3kASEIIAsgBP0ABAD95gEgDCAOIA795gH95gH95AEhDiADIAj9CwQAIAQgDv0LBAAgASAB/QAEACANIAj95gEgDv3jAf0Md8wrMnfMKzJ3zCsyd8wrMv3kAf3nAf3lAf0LBAAgAv0MAAAAAAAAAAAAAAAAAAAAAP0LBAAgAUEQaiEBIAJBEGohAiADQRBqIQMgBEEQaiEEDAELCwsLiBABAEGACAuAEAAAAAAAAAAAAAAAAAAA8D9uv4gaTzubPDUz+6k99u8/XdzYnBNgcbxhgHc+muzvP9FmhxB6XpC8hX9u6BXj7z8T9mc1UtKMPHSFFdOw2e8/+o75I4DOi7ze9t0pa9DvP2HI5mFO92A8yJt1GEXH7z+Z0zNb5KOQPIPzxso+vu8/bXuDXaaalzwPiflsWLXvP/zv/ZIatY4890dyK5Ks7z/RnC9wPb4+PKLR0zLso+8/C26QiTQDarwb0/6vZpvvPw69LypSVpW8UVsS0AGT7z9V6k6M74BQvMwxbMC9iu8/FvTVuSPJkbzgLamumoLvP69VXOnj04A8UY6lyJh67z9Ik6XqFRuAvHtRfTy4cu8/PTLeVfAfj7zqjYw4+WrvP79TEz+MiYs8dctv61tj7z8m6xF2nNmWvNRcBITgW+8/YC86PvfsmjyquWgxh1TvP504hsuC54+8Hdn8IlBN7z+Nw6ZEQW+KPNaMYog7Ru8/fQTksAV6gDyW3H2RST/vP5SoqOP9jpY8OGJ1bno47z99SHTyGF6HPD+msk/OMe8/8ucfmCtHgDzdfOJlRSvvP14IcT97uJa8gWP14d8k7z8xqwlt4feCPOHeH/WdHu8/+r9vGpshPbyQ2drQfxjvP7QKDHKCN4s8CwPkpoUS7z+Py86JkhRuPFYvPqmvDO8/tquwTXVNgzwVtzEK/gbvP0x0rOIBQoY8MdhM/HAB7z9K+NNdOd2PPP8WZLII/O4/BFuOO4Cjhrzxn5JfxfbuP2hQS8ztSpK8y6k6N6fx7j+OLVEb+AeZvGbYBW2u7O4/0jaUPujRcbz3n+U02+fuPxUbzrMZGZm85agTwy3j7j9tTCqnSJ+FPCI0Ekym3u4/imkoemASk7wcgKwERdruP1uJF0iPp1i8Ki73IQrW7j8bmklnmyx8vJeoUNn10e4/EazCYO1jQzwtiWFgCM7uP+9kBjsJZpY8VwAd7UHK7j95A6Ha4cxuPNA8wbWixu4/MBIPP47/kzze09fwKsPuP7CvervOkHY8Jyo21dq/7j934FTrvR2TPA3d/ZmyvO4/jqNxADSUj7ynLJ12srnuP0mjk9zM3oe8QmbPotq27j9fOA+9xt54vIJPnVYrtO4/9lx77EYShrwPkl3KpLHuP47X/RgFNZM82ie1Nkev7j8Fm4ovt5h7PP3Hl9QSre4/CVQc4uFjkDwpVEjdB6vuP+rGGVCFxzQ8t0ZZiiap7j81wGQr5jKUPEghrRVvp+4/n3aZYUrkjLwJ3Ha54aXuP6hN7zvFM4y8hVU6sH6k7j+u6SuJeFOEvCDDzDRGo+4/WFhWeN3Ok7wlIlWCOKLuP2QZfoCqEFc8c6lM1FWh7j8oIl6/77OTvM07f2aeoO4/grk0h60Sary/2gt1EqDuP+6pbbjvZ2O8LxplPLKf7j9RiOBUPdyAvISUUfl9n+4/zz5afmQfeLx0X+zodZ/uP7B9i8BK7oa8dIGlSJqf7j+K5lUeMhmGvMlnQlbrn+4/09QJXsuckDw/Xd5PaaDuPx2lTbncMnu8hwHrcxSh7j9rwGdU/eyUPDLBMAHtoe4/VWzWq+HrZTxiTs8286LuP0LPsy/FoYi8Eho+VCek7j80NzvxtmmTvBPOTJmJpe4/Hv8ZOoRegLytxyNGGqfuP25XcthQ1JS87ZJEm9mo7j8Aig5bZ62QPJlmitnHqu4/tOrwwS+3jTzboCpC5azuP//nxZxgtmW8jES1FjKv7j9EX/NZg/Z7PDZ3FZmuse4/gz0epx8Jk7zG/5ELW7TuPykebIu4qV285cXNsDe37j9ZuZB8+SNsvA9SyMtEuu4/qvn0IkNDkrxQTt6fgr3uP0uOZtdsyoW8ugfKcPHA7j8nzpEr/K9xPJDwo4KRxO4/u3MK4TXSbTwjI+MZY8juP2MiYiIExYe8ZeVde2bM7j/VMeLjhhyLPDMtSuyb0O4/Fbu809G7kbxdJT6yA9XuP9Ix7pwxzJA8WLMwE57Z7j+zWnNuhGmEPL/9eVVr3u4/tJ2Ol83fgrx689O/a+PuP4czy5J3Gow8rdNamZ/o7j/62dFKj3uQvGa2jSkH7u4/uq7cVtnDVbz7FU+4ovPuP0D2pj0OpJC8OlnljXL57j80k6049NZovEde+/J2/+4/NYpYa+LukbxKBqEwsAXvP83dXwrX/3Q80sFLkB4M7z+smJL6+72RvAke11vCEu8/swyvMK5uczycUoXdmxnvP5T9n1wy4448etD/X6sg7z+sWQnRj+CEPEvRVy7xJ+8/ZxpOOK/NYzy15waUbS/vP2gZkmwsa2c8aZDv3CA37z/StcyDGIqAvPrDXVULP+8/b/r/P12tj7x8iQdKLUfvP0mpdTiuDZC88okNCIdP7z+nBz2mhaN0PIek+9wYWO8/DyJAIJ6RgryYg8kW42DvP6ySwdVQWo48hTLbA+Zp7z9LawGsWTqEPGC0AfMhc+8/Hz60ByHVgrxfm3szl3zvP8kNRzu5Kom8KaH1FEaG7z/TiDpgBLZ0PPY/i+cukO8/cXKdUezFgzyDTMf7UZrvP/CR048S94+82pCkoq+k7z99dCPimK6NvPFnji1Ir+8/CCCqQbzDjjwnWmHuG7rvPzLrqcOUK4Q8l7prNyvF7z/uhdExqWSKPEBFblt20O8/7eM75Lo3jrwUvpyt/dvvP53NkU07iXc82JCegcHn7z+JzGBBwQVTPPFxjyvC8+8/';

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
/** What one memory can hold. */
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
