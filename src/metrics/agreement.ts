/** @file Agreement of several judges. */
import { square } from '../core/numbers/elementary-functions.ts';
import { mean } from './mean.ts';

/**
 * Krippendorff's alpha for numbers (interval data; Krippendorff 2011, "Computing Krippendorff's alpha-reliability"): 1 less the observed
 * squared differences within units over those expected by chance.
 * @param units the numbers that judges gave to each unit, in any order; units with fewer than two count nowhere
 * @returns null where fewer than two numbers can be paired, or all are equal
 */
export function krippendorffAlpha(units: readonly (readonly number[])[]): number | null {
  const paired = units.filter((unit) => unit.length > 1);
  const all = paired.flat();
  const expected = squares(all) / (all.length * (all.length - 1));
  if (!(expected > 0)) return null;
  const observed = paired.reduce((sum, unit) => sum + squares(unit) / (unit.length - 1), 0) / all.length;
  return 1 - observed / expected;
}

/** The sum of squared differences over all ordered pairs. */
function squares(values: readonly number[]): number {
  const middle = mean(values);
  return 2 * values.length * values.reduce((sum, value) => sum + square(value - middle), 0);
}
