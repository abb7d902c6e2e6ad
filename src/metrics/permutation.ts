/**
 * @file Paired permutation test (Fisher 1935, section 21; Smucker, Allan and Carterette 2007, for retrieval): were two methods alike, a
 * person's measurements would be as likely under the one as under the other, so exchanging them shows which differences chance makes.
 */
import type { Random } from '../core/random.ts';
import { RESAMPLES, type Measurements } from './bootstrap.ts';

/** Sums in another order differ in their last bits. */
const ROUNDING = 1e-9;

/**
 * The p-value of no difference `summary(a) − summary(b)`, two-sided: the share of random exchanges with a difference as large as the
 * one that was measured, which counts as one of them, so that it is never 0 (Phipson and Smyth 2010). All measurements of a person are
 * exchanged together.
 * @param a by person, in the same order as `b` and with as many measurements of each
 * @returns above 0, at most 1; from the same random numbers always the same
 */
export function permutationTest(
  a: readonly Measurements[],
  b: readonly Measurements[],
  summarize: (measurements: readonly number[]) => number,
  random: Random,
  exchanges = RESAMPLES,
): number {
  const differing = a.map((own, person) => own.some((value, at) => value !== b[person]?.[at]));
  const [left, right] = [a.flat(), b.flat()];
  const measured = Math.abs(summarize(left) - summarize(right));
  const least = measured - ROUNDING * Math.max(1, measured);
  let asLarge = 1;
  for (let exchange = 0; exchange < exchanges; exchange += 1) {
    let at = 0;
    for (let person = 0; person < a.length; person += 1) {
      const [own, other] = [a[person] as Measurements, b[person] as Measurements];
      // Whoever measures alike is not drawn for: nothing would change.
      const isExchanged = differing[person] === true && random.integer(2) === 1;
      for (let one = 0; one < own.length; one += 1, at += 1) {
        left[at] = (isExchanged ? other[one] : own[one]) as number;
        right[at] = (isExchanged ? own[one] : other[one]) as number;
      }
    }
    if (Math.abs(summarize(left) - summarize(right)) >= least) asLarge += 1;
  }
  return asLarge / (exchanges + 1);
}
