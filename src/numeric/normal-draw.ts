/** @file Draws from the normal distribution. */
import { log } from '../core/numbers/elementary-functions.ts';
import type { Random } from '../core/random.ts';

/** Independent draws from N(0, deviation²), by the polar form of Box and Muller (Marsaglia and Bray 1964). */
export function normalValues(length: number, deviation: number, random: Random): Float64Array {
  const values = new Float64Array(length);
  for (let index = 0; index < length; index += 2) {
    let x: number;
    let y: number;
    let square: number;
    do {
      x = 2 * random.uniform() - 1;
      y = 2 * random.uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const scale = deviation * Math.sqrt((-2 * log(square)) / square);
    values[index] = x * scale;
    // Past the end of an odd length nothing is written.
    values[index + 1] = y * scale;
  }
  return values;
}

/** A draw from N(0, 1) by Marsaglia's polar method (1964), which needs no sine. */
export function normalDraw(random: Random): number {
  for (;;) {
    const x = 2 * random.uniform() - 1;
    const y = 2 * random.uniform() - 1;
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * log(square)) / square);
  }
}
