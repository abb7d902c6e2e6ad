/**
 * @file A person of one's own in a dataset: it becomes a larger one, with a fingerprint of its own. The dataset itself stays as it is, so
 * that whoever does not ask for the person never meets them.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import type { Dataset, Interactions, RatingScale, User, OwnPerson, OwnRating } from '../../core/dataset.ts';
import { LONGEST_OWN_NAME, MOST_OWN_RATINGS, ownPersonId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import { plainName } from '../../core/text/visible-text.ts';

const NAME = z.string().check(
  z.minLength(1),
  z.maxLength(LONGEST_OWN_NAME),
  z.refine((name) => plainName(name) === name, { error: 'must be one line without blanks at its ends' }),
);

const RATING = z.strictObject({
  item: z.int(),
  rating: z.nullable(z.number()),
});

export const OWN_PERSON = z.strictObject({
  name: NAME,
  ratings: z.array(RATING).check(z.minLength(1), z.maxLength(MOST_OWN_RATINGS)),
});

/** True for a rating that somebody can give on the scale, rounding errors aside. */
export function isOnScale(rating: number, { min, max, step }: RatingScale): boolean {
  const steps = (rating - min) / step;
  return rating >= min && rating <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** Tells one person from another, with all that they rated: in hexadecimal, for a dataset of this fingerprint. */
export function ownPersonFingerprint(dataset: string, person: OwnPerson): string {
  return bytesToHex(sha256(utf8ToBytes(dataset + canonicalJson(asJson({ person })))));
}

/** The dataset with one person more, whose ratings are the latest. Items that a slice left out are left out. @throws LabError `task-impossible` */
export function withOwnPerson(dataset: Dataset, person: OwnPerson, whole: Dataset = dataset): Dataset {
  checkRatings(whole, person.ratings);
  const here = new Set(dataset.items.map(({ id }) => id));
  const ratings = person.ratings.filter(({ item }) => here.has(item));
  if (ratings.length === 0) {
    const problem = `${whole.manifest.name}: ${person.name} rated none of the items in this slice`;
    throw new LabError('task-impossible', `${problem}; rate others, or choose another slice.`);
  }
  const { manifest } = dataset;
  const user: User = { id: ownPersonId(whole.users), name: person.name, attributes: {} };
  const had = whole.interactions.user.length === dataset.interactions.user.length ? null : whole.interactions;
  return {
    ...dataset,
    users: [...dataset.users, user],
    interactions: appended(dataset.interactions, user.id, ratings),
    ...(had !== null && { wholePairs: pairsWith(dataset.wholePairs ?? had, user.id, person.ratings) }),
    overlay: { person, without: dataset },
    manifest: {
      ...manifest,
      person: { id: user.id, name: user.name },
      sha256: ownPersonFingerprint(manifest.sha256, person),
      counts: {
        users: manifest.counts.users + 1,
        items: manifest.counts.items,
        interactions: manifest.counts.interactions + ratings.length,
      },
    },
  };
}

function checkRatings({ manifest, items, interactions }: Dataset, ratings: readonly OwnRating[]): void {
  const known = new Set(items.map(({ id }) => id));
  const seen = new Set<number>();
  const field = 'dataset.options.person.ratings';
  const isRated = hasRatings(interactions);
  const fail = (problem: string, item: number): never => {
    throw new LabError('task-impossible', `${field}: ${problem}.`, { item });
  };
  for (const { item, rating } of ratings) {
    if (!known.has(item))
      fail(`${manifest.name} has no ${manifest.itemNoun} ${item}. Open the dataset that was rated`, item);
    if (seen.has(item)) fail(`${manifest.itemNoun} ${item} is rated twice. Keep one of the two`, item);
    seen.add(item);
    if (rating === null && isRated)
      fail(`${manifest.itemNoun} ${item} has no rating. Give it one, or leave it out`, item);
    if (rating === null) continue;
    const { min, max, step } = manifest.scale;
    if (!isRated) fail(`${manifest.name} has no ratings, but ${manifest.itemNoun} ${item} has one. Make it null`, item);
    if (!isOnScale(rating, manifest.scale))
      fail(`${rating} is not on the scale of ${manifest.name}, ${min} to ${max} in steps of ${step}`, item);
  }
}

export function hasRatings({ rating }: Pick<Interactions, 'rating'>): boolean {
  return rating.some((one) => !Number.isNaN(one));
}

function appended(before: Interactions, user: number, ratings: readonly OwnRating[]): Interactions {
  const { length } = before.user;
  let latest = length - 1;
  for (const time of before.time) latest = Math.max(latest, time);
  const column = <Column extends Int32Array | Float64Array>(values: Column, more: readonly number[]): Column => {
    const grown = new (values.constructor as new (size: number) => Column)(length + more.length);
    grown.set(values);
    grown.set(more, length);
    return grown;
  };
  const given = ratings.map(({ rating }) => rating ?? Number.NaN);
  const times = ratings.map((_, at) => latest + 1 + at);
  const none = ratings.map(() => null);
  const ids = ratings.map(() => user);
  const items = ratings.map(({ item }) => item);
  const noVotes = ratings.map(() => 0);
  return {
    user: column(before.user, ids),
    item: column(before.item, items),
    rating: column(before.rating, given),
    time: column(before.time, times),
    ...(before.review && { review: [...before.review, ...none] }),
    ...(before.summary && { summary: [...before.summary, ...none] }),
    ...(before.votes && { votes: column(before.votes, noVotes) }),
  };
}

function pairsWith(
  { user, item }: Pick<Interactions, 'user' | 'item'>,
  id: number,
  ratings: readonly OwnRating[],
): Pick<Interactions, 'user' | 'item'> {
  return {
    user: Int32Array.from([...user, ...ratings.map(() => id)]),
    item: Int32Array.from([...item, ...ratings.map((rating) => rating.item)]),
  };
}
