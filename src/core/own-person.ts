/** @file A person whom somebody adds to a dataset by rating some of its items: the one who sits at the page, as a run spec has them. */
import type { UserId } from './dataset.ts';

export type { OwnPerson, OwnRating } from './dataset.ts';

/** As many ratings fit into a spec; no more are kept. */
export const MOST_OWN_RATINGS = 500;
/** Of a name, in characters (UTF-16). */
export const LONGEST_OWN_NAME = 60;
/** What a person is called until they say otherwise. */
export const OWN_NAME = 'You';

/** The number of the person: one more than the largest of the dataset's people, and where that is no 32-bit number the smallest free one. */
export function ownPersonId(people: readonly { readonly id: UserId }[]): UserId {
  let largest = 0;
  for (const { id } of people) largest = Math.max(largest, id);
  if (largest < 2 ** 31 - 1) return largest + 1;
  const taken = new Set(people.map(({ id }) => id));
  let free = 1;
  while (taken.has(free)) free += 1;
  return free;
}
