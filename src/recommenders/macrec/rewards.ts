/** @file MACRec's rewards of a reflection (its public code, macrec/rl/reward). Without an answer: a rating of 0, an empty ranking. */
import { exp } from '../../core/numbers/elementary-functions.ts';
import type { ItemId, RatingScale } from '../../core/dataset.ts';

export interface RatedTwice {
  readonly first: number;
  readonly second: number;
  readonly truth: number;
  readonly scale: Pick<RatingScale, 'min' | 'max'>;
}

export interface RankedTwice {
  readonly first: readonly ItemId[];
  readonly second: readonly ItemId[];
  readonly truth: ItemId;
}

const squared = (x: number): number => x * x;

const isRating = (rating: number, { min, max }: RatedTwice['scale']): boolean => rating >= min && rating <= max;

/** Version 1: how much smaller the squared error became; a rating off the scale counts as 0. */
export function ratingReward({ first, second, truth, scale }: RatedTwice): number {
  const worth = (rating: number): number => -squared(truth - (isRating(rating, scale) ? rating : 0));
  return worth(second) - worth(first);
}

const INVALID = -16;
const STAYS = { alpha: 4, gamma: 0.25, eta: 2 } as const;

/**
 * Version 2: the same, with a reward for an answer that stays as good as it was; −16 for a second answer that is
 * none, and a quarter of the gain where only the first was none.
 */
export function ratingRewardV2({ first, second, truth, scale }: RatedTwice): number {
  const worth = (rating: number): number => (isRating(rating, scale) ? -squared(truth - rating) : INVALID);
  if (!isRating(second, scale)) return INVALID;
  const gain = worth(second) - worth(first);
  if (!isRating(first, scale)) return gain > 0 ? gain * STAYS.gamma : gain;
  return gain + exp(-Math.abs(gain) * STAYS.eta) * (STAYS.alpha + worth(second));
}

/** Version 1 of rankings: the gain in the reciprocal of the right item's place, 0 where it is not in the list. */
export function rankingReward({ first, second, truth }: RankedTwice): number {
  const worth = (items: readonly ItemId[]): number => (items.includes(truth) ? 1 / (items.indexOf(truth) + 1) : 0);
  return worth(second) - worth(first);
}

const JUDGED = 16;

/** The third one: 16 where the reflector said rightly whether the first attempt was correct, else −16. */
export const judgementReward = (saidCorrect: boolean, isCorrect: boolean): number =>
  saidCorrect === isCorrect ? JUDGED : -JUDGED;
