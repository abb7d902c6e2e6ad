/**
 * @file A person of one's own in a dataset: it becomes a larger one, with a fingerprint of its own, and stays itself as it is. A newcomer is asked
 * to rate items that many know and on which people differ: log popularity times the entropy of the ratings (Rashid et al. 2002, "Getting
 * to know you: learning new user preferences in recommender systems", section 3.4).
 */
import * as z from 'zod/mini';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type Dataset,
  type Interactions,
  type RatingScale,
  type User,
  type OwnPerson,
  type OwnRating,
  LONGEST_OWN_NAME,
  MOST_OWN_RATINGS,
  ownPersonId,
  type Item,
  type ItemId,
} from '../core/dataset.ts';
import { largest } from '../core/numbers/extremes.ts';
import { LabError } from '../core/errors.ts';
import { asJson, canonicalJson } from '../core/json.ts';
import { plainName } from '../core/text/visible-text.ts';
import { log2 } from '../core/numbers/elementary-functions.ts';
import { seriesOf } from './database/facts.ts';

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
  const latest = Math.max(before.user.length - 1, largest(before.time));
  const none = ratings.map(() => null);
  return {
    ...pairsWith(before, user, ratings),
    rating: Float64Array.from([...before.rating, ...ratings.map(({ rating }) => rating ?? Number.NaN)]),
    time: Float64Array.from([...before.time, ...ratings.map((_, at) => latest + 1 + at)]),
    ...(before.review && { review: [...before.review, ...none] }),
    ...(before.summary && { summary: [...before.summary, ...none] }),
    ...(before.votes && { votes: Int32Array.from([...before.votes, ...ratings.map(() => 0)]) }),
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

interface Known {
  readonly item: Item;
  readonly people: number;
  /** Log popularity times entropy, in bits; log popularity alone in a dataset without ratings. */
  readonly score: number;
}

export interface ItemsToRate {
  /** A spread to begin with: by score, one of a series, and no genre more often than others as long as there are others. */
  readonly first: readonly Known[];
  /** Items whose title has the text; titles that begin with it first, then by how many people had them. */
  find(text: string, limit: number): readonly Known[];
  byId(id: ItemId): Known | null;
}

const SPREAD = 120;

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

const firstGenre = ({ attributes: { genres } }: Item): string => (Array.isArray(genres) ? String(genres[0] ?? '') : '');

export function itemsToRate({ items, interactions: { item, rating } }: Dataset): ItemsToRate {
  const counts = new Map<ItemId, { people: number; readonly ratings: Map<number, number> }>();
  item.forEach((id, at) => {
    const known = counts.get(id) ?? { people: 0, ratings: new Map<number, number>() };
    known.people += 1;
    const given = rating[at] as number;
    known.ratings.set(given, (known.ratings.get(given) ?? 0) + 1);
    counts.set(id, known);
  });
  const isRated = rating.some((one) => !Number.isNaN(one));
  const known = items.map((entry): Known => {
    const { people = 0, ratings = new Map<number, number>() } = counts.get(entry.id) ?? {};
    const popularity = log2(1 + people);
    return { item: entry, people, score: isRated ? popularity * entropy(ratings, people) : popularity };
  });
  const byId = new Map(known.map((one) => [one.item.id, one]));
  const titles = known.map((one) => [plain(one.item.title), one] as const);
  return {
    first: spread(known, seriesOf(items)),
    find(text, limit) {
      const wanted = plain(text);
      const rank = (title: string): number => (title.startsWith(wanted) ? 0 : 1);
      return titles
        .filter(([title]) => title.includes(wanted))
        .sort(([a, one], [b, other]) => rank(a) - rank(b) || other.people - one.people || one.item.id - other.item.id)
        .slice(0, limit)
        .map(([, one]) => one);
    },
    byId: (id) => byId.get(id) ?? null,
  };
}

function entropy(ratings: ReadonlyMap<number, number>, people: number): number {
  let bits = 0;
  for (const count of ratings.values()) bits -= (count / people) * log2(count / people);
  return bits;
}

function spread(known: readonly Known[], series: ReadonlyMap<ItemId, string>): readonly Known[] {
  const ranked = known.filter(({ people }) => people > 0).sort((a, b) => b.score - a.score || a.item.id - b.item.id);
  const left = new Map<string, Known[]>();
  const told = new Set<string>();
  for (const one of ranked.slice(0, 4 * SPREAD)) {
    const name = series.get(one.item.id);
    if (name !== undefined && told.has(name)) continue;
    if (name !== undefined) told.add(name);
    const genre = firstGenre(one.item);
    left.set(genre, [...(left.get(genre) ?? []), one]);
  }
  const chosen: Known[] = [];
  // A round over the genres, the one with the best item first: no ten in a row are alike.
  while (chosen.length < SPREAD && left.size > 0) {
    for (const [genre, ofGenre] of left) {
      const next = ofGenre.shift();
      if (next === undefined) left.delete(genre);
      else chosen.push(next);
    }
  }
  return chosen.slice(0, SPREAD);
}
