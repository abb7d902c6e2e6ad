/**
 * @file What repeats do to the reward (SUBER, equation 2, and the two other rules of its code). The reward is returned shaped;
 * memory keeps the rating as it was.
 */
import { pow } from '../core/numbers/power.ts';
import type { RaterScale } from '../core/rater.ts';
import type { ShapingSpec } from '../core/simulation.ts';

/** A shaped reward. */
export interface Shaped {
  readonly reward: number;
  readonly terminated: boolean;
}

/**
 * Shapes a reward.
 * @param times how often the person has met the item, this meeting counted: from 1
 * @param elapsed the person's own steps since the last meeting; without meaning where times is 1
 * @param draw uniform in [0, 1); only `random-repeat` looks at it
 */
export function shaped(
  rating: number,
  { times, elapsed, draw }: { readonly times: number; readonly elapsed: number; readonly draw: number },
  spec: ShapingSpec,
  scale: RaterScale,
): Shaped {
  if (spec.type === 'none' || times <= 1) return { reward: rating, terminated: false };
  if (spec.type === 'end-at-repeat') return { reward: 0, terminated: true };
  const factor = pow(spec.q, times / elapsed);
  if (spec.type === 'random-repeat') return { reward: draw < factor ? rating : 0, terminated: false };
  return { reward: Math.max(scale.min, Math.min(scale.max, Math.floor(rating * factor))), terminated: false };
}
