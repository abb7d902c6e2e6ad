/** @file What is known of a person, and what of it is gone. */
import type { Facet, Profile } from './dialogue.ts';

const SIDES = ['like', 'dislike', 'expect'] as const;

export const isEmptyFacet = ({ titles, values }: Facet): boolean => titles.length + values.length === 0;

export const EMPTY_PROFILE: Profile = {
  like: { titles: [], values: [] },
  dislike: { titles: [], values: [] },
  expect: { titles: [], values: [] },
};

export const isEmptyProfile = (profile: Profile): boolean => SIDES.every((side) => isEmptyFacet(profile[side]));

const entriesOf = (profile: Profile): readonly string[] =>
  SIDES.flatMap((side) => [...profile[side].titles, ...profile[side].values]);

/** What a profile has that another one has not. */
export function entriesGone(before: Profile, after: Profile): readonly string[] {
  const left = new Set(entriesOf(after));
  return entriesOf(before).filter((entry) => !left.has(entry));
}
