/** @file A double-precision number as its two words of 32 bits. */

const double = new Float64Array(1);
const [LOW, HIGH] = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0];
const words = new Int32Array(double.buffer);

/** Sign, exponent and the first 20 bits of the fraction. */
export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]!;
}

/** The last 32 bits of the fraction. */
export function lowWord(x: number): number {
  double[0] = x;
  return words[LOW]!;
}

/** The number with another high word. */
export function withHighWord(x: number, high: number): number {
  double[0] = x;
  words[HIGH] = high;
  return double[0];
}

/** The number with nothing in its low word. */
export function withoutLowWord(x: number): number {
  double[0] = x;
  words[LOW] = 0;
  return double[0];
}
