/**
 * @file Draws on top of `Random.uniform`. Only + − × ÷ and √ are used here and in the whole folder: IEEE 754 fixes their
 * last bit, while `Math.exp`, `Math.log` and `Math.sin` may differ between engines, and the data must not.
 */
import type { Random } from '../../../src/core/random.ts';

/** A number around 0 with variance 1: twelve uniform draws less six (Irwin and Hall), never beyond ±6. */
export function gaussian(random: Random): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw += 1) sum += random.uniform();
  return sum;
}

/** True with the given probability. */
export function chance(random: Random, probability: number): boolean {
  return random.uniform() < probability;
}

/** One entry, all equally likely. */
export function pick<Entry>(random: Random, entries: readonly Entry[]): Entry {
  return entryAt(entries, random.integer(entries.length));
}

/** The sum of weights. */
export function sumOf(weights: ArrayLike<number>): number {
  let sum = 0;
  for (let position = 0; position < weights.length; position += 1) sum += weights[position] ?? 0;
  return sum;
}

/** A position, as likely as its weight; −1 where no weight is positive. Whoever knows the sum may save the summing. */
export function pickWeighted(random: Random, weights: ArrayLike<number>, sum = sumOf(weights)): number {
  let left = random.uniform() * sum;
  let last = -1;
  for (let position = 0; position < weights.length; position += 1) {
    const weight = weights[position] ?? 0;
    if (weight <= 0) continue;
    last = position;
    left -= weight;
    if (left < 0) return position;
  }
  return last;
}

/** The value at a share (0 to 1) of a curve given by its values at equal steps, straight lines between them. */
export function interpolate(curve: readonly number[], share: number): number {
  const place = clamp(share, 0, 1) * (curve.length - 1);
  const below = Math.min(Math.floor(place), curve.length - 2);
  const low = entryAt(curve, below);
  return low + (entryAt(curve, below + 1) - low) * (place - below);
}

/** The number itself, or the nearer bound. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The entry at a position that must exist. */
export function entryAt<Entry>(entries: ArrayLike<Entry>, position: number): Entry {
  const entry = entries[position];
  if (entry === undefined) throw new RangeError(`no entry at ${String(position)} of ${String(entries.length)}`);
  return entry;
}

/** A column of numbers, one for each position. `Float64Array.from` does the same through an iterator, ten times slower. */
export function column(length: number, valueAt: (position: number) => number): Float64Array {
  const values = new Float64Array(length);
  for (let position = 0; position < length; position += 1) values[position] = valueAt(position);
  return values;
}
