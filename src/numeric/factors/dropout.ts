/** @file Dropout (Srivastava et al. 2014): in training each number is kept with probability 1 − p and then divided by it. */
import type { Random } from '../../core/random.ts';
import type { Values } from './arithmetic.ts';

/** Draws the masks of dropout. */
export class Dropout {
  private readonly random: Random;
  private readonly threshold: number;
  private readonly scale: number;

  /** @param p the probability of 0, below 1, taken to the nearest 256th */
  constructor(p: number, random: Random) {
    this.random = random;
    this.threshold = Math.min(255, Math.round(p * 256));
    this.scale = 256 / (256 - this.threshold);
  }

  /** Fills the mask with 0 and 1 / (1 − p). */
  draw(mask: Values, length: number): void {
    for (let at = 0; at < length; at += 4) {
      // One draw serves four numbers, a byte each.
      let bits = this.random.integer(4294967296);
      for (let k = at; k < at + 4; k += 1) {
        mask[k] = (bits & 255) < this.threshold ? 0 : this.scale;
        bits >>>= 8;
      }
    }
  }
}
