/** @file Draws from the normal distribution. */
import { log } from '../core/numbers/elementary-functions.ts';
import type { Random } from '../core/random.ts';

/** A draw from N(0, 1) by Marsaglia's polar method (1964), which needs no sine. */
export function normalDraw(random: Random): number {
  for (;;) {
    const x = 2 * random.uniform() - 1;
    const y = 2 * random.uniform() - 1;
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * log(square)) / square);
  }
}
