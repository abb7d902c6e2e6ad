/** @file What somebody rated, as the profile of a conversation: titles that they like and dislike. */
import type { RatingScale } from '../../../core/dataset.ts';
import type { Facet, Profile } from '../../../core/dialogue.ts';
import type { RatedItem } from './own-person.svelte.ts';

/** A profile holds no more. */
const MOST = 20;

const titlesOf = (rated: readonly RatedItem[]): Facet => ({
  titles: rated.slice(-MOST).map(({ title }) => title),
  values: [],
});

/**
 * The profile: the upper third of the scale is liked, the lower third disliked, and what is only known is liked.
 * @param ratings oldest first; the last is held out and is not told
 * @param scale null if there is none
 */
export function ratedProfile(ratings: readonly RatedItem[], scale: RatingScale | null): Profile {
  const told = ratings.slice(0, -1);
  const { min, max } = scale ?? { min: 0, max: 1 };
  const third = (max - min) / 3;
  return {
    like: titlesOf(told.filter(({ rating }) => rating === null || rating >= max - third)),
    dislike: titlesOf(told.filter(({ rating }) => rating !== null && rating <= min + third)),
    expect: { titles: [], values: [] },
  };
}
