/** @file Softmax over what is not masked, and draws from it. */
import type { Random } from '../../core/random.ts';
import type { PolicyKernel } from './simd-kernel.ts';
import { log } from '../../core/numbers/elementary-functions.ts';

/** The divergence of Kullback and Leibler KL(old ‖ now), in nats. */
export function divergenceFrom(old: Float32Array, now: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < old.length; at += 1) {
    const share = old[at]!;
    if (share > 0) sum += share * log(share / Math.max(now[at]!, 1e-30));
  }
  return sum;
}

/**
 * Turns logits into probabilities in place; masked places get 0. Where all are masked none is.
 * @returns ln Σ exp of the logits that count
 */
export function maskedSoftmax(kernel: PolicyKernel, logits: Float32Array, masked: readonly number[]): number {
  if (masked.length < logits.length) for (const place of masked) logits[place] = -Infinity;
  return kernel.softmax(logits);
}

/** A place drawn by its probability. */
export function drawPlace(probabilities: Float32Array, random: Random): number {
  let rest = random.uniform();
  let last = 0;
  for (let at = 0; at < probabilities.length; at += 1) {
    const share = probabilities[at]!;
    if (share <= 0) continue;
    last = at;
    rest -= share;
    if (rest < 0) return at;
  }
  return last;
}

/** The place of the highest value that is not masked, the first of equals; any place where all are masked. */
export function bestPlace(values: ArrayLike<number>, masked: readonly number[]): number {
  const isMasked = new Set(masked.length < values.length ? masked : []);
  let best = -1;
  for (let at = 0; at < values.length; at += 1) {
    // Few are better than all before, so that few have to be looked up.
    if (best >= 0 && !(values[at]! > values[best]!)) continue;
    if (!isMasked.has(at)) best = at;
  }
  return best;
}
