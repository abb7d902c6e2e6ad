/** @file Whole numbers as people write them into a field. */

/** The number that is taken, and why it is another one than was written; empty where it is the same. */
export interface TakenNumber {
  readonly value: number;
  readonly changed: '' | 'too-many' | 'too-few' | 'no-number';
}

/**
 * What is written, or the nearest whole number within the bounds.
 * @param now what stays where no whole number was written
 */
export function wholeNumber(written: number, least: number, most: number, now: number): TakenNumber {
  if (!Number.isInteger(written)) return { value: now, changed: 'no-number' };
  if (written > most) return { value: most, changed: 'too-many' };
  return written < least ? { value: least, changed: 'too-few' } : { value: written, changed: '' };
}
