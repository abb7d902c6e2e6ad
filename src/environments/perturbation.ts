/** @file Noise on ratings that is kept in memory, as a stand-in for tastes that waver (SUBER, section 3.3). */
import { normalDraw } from '../numeric/normal-draw.ts';
import type { Random } from '../core/random.ts';
import type { RaterScale } from '../core/rater.ts';
import type { PerturbationSpec } from '../core/simulation.ts';

/** A draw of the noise alone. */
export function drawNoise(spec: PerturbationSpec, random: Random): number {
  if (spec.type === 'none') return 0;
  if (spec.type === 'gaussian') return spec.deviation * normalDraw(random);
  const draw = random.uniform();
  return draw < spec.probability / 2 ? -1 : draw < spec.probability ? 1 : 0;
}

/** The rating with noise: rounded, then kept on the scale. What is below the scale is no rating and stays as it is. */
export function perturbed(rating: number, noise: number, scale: RaterScale): number {
  if (rating < scale.min) return rating;
  return fixedRating(rating + noise, scale);
}

/** The nearest rating of the scale, of two equally near ones the even. */
export function fixedRating(value: number, { min, max }: RaterScale): number {
  const below = Math.floor(value);
  const rest = value - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  return Math.max(min, Math.min(max, rounded));
}
