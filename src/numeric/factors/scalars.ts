/** @file Inner products and the logistic function. */
import { exp, log1p } from '../../core/numbers/elementary-functions.ts';
import type { Values } from './arithmetic.ts';

/** Σ a[aFrom + k] b[bFrom + k] for k below `length`. */
export function dot(a: Values, aFrom: number, b: Values, bFrom: number, length: number): number {
  let sum = 0;
  for (let k = 0; k < length; k += 1) sum += a[aFrom + k]! * b[bFrom + k]!;
  return sum;
}

/** σ(x) = 1 / (1 + e^(−x)). */
export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}

/** −ln σ(x), without overflow. */
export function logisticLoss(x: number): number {
  return log1p(exp(-Math.abs(x))) + Math.max(0, -x);
}
