/** @file Leave-last-out by time: each person's last interaction is what tasks ask about, the earlier ones are training. */
import type { Dataset, UserId } from '../../core/dataset.ts';
import { createRandom, drawIndexes } from '../../core/random.ts';

/** Which interactions are asked about and which must not be seen. Both are positions in `interactions`, ascending. */
export interface Split {
  readonly targets: Int32Array;
  /** What is absent from the database: the targets, and for the inner split also the last interactions. */
  readonly heldOut: Int32Array;
}

const SEED = 0x5eed;

/** A number for a person and an item that has nothing to do with the order of ids: MurmurHash3's mixing of both. */
function lotOf(user: number, item: number): number {
  let hash = SEED;
  for (const id of [user, item]) {
    hash = Math.imul(hash ^ Math.imul(id, 0xcc9e2d51), 0x1b873593);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

/**
 * The positions of each person's interactions, oldest first; those of equal times in the order of lots, since ids often follow
 * popularity or age. Without times in the source, a time is the position, so that the source's order counts.
 */
export function chronologies({ interactions: { user, item, time } }: Dataset): ReadonlyMap<UserId, readonly number[]> {
  const positions = new Map<UserId, number[]>();
  user.forEach((id, position) => {
    const known = positions.get(id);
    if (known) known.push(position);
    else positions.set(id, [position]);
  });
  const lot = (position: number): number => lotOf(user[position] ?? 0, item[position] ?? 0);
  const earlier = (a: number, b: number) =>
    (time[a] ?? 0) - (time[b] ?? 0) || lot(a) - lot(b) || (item[a] ?? 0) - (item[b] ?? 0);
  for (const ofUser of positions.values()) ofUser.sort(earlier);
  return positions;
}

/** Everybody keeps at least one. @param options.validation n > 0: asks about the up to n before each person's last; all of them are held out */
export function leaveLastOut(dataset: Dataset, options: { readonly validation?: number } = {}): Split {
  const { validation = 0 } = options;
  const targets: number[] = [];
  const heldOut: number[] = [];
  for (const ofUser of chronologies(dataset).values()) {
    const last = ofUser.length - 1;
    if (last < 1) continue;
    const hidden = ofUser.slice(Math.max(1, last - validation));
    for (const one of hidden) heldOut.push(one);
    for (const one of validation > 0 ? hidden.slice(0, -1) : hidden) targets.push(one);
  }
  return { targets: Int32Array.from(targets).sort(), heldOut: Int32Array.from(heldOut).sort() };
}

export interface MacRecOptions {
  /** `dev` holds the interaction for testing out as well. */
  readonly part: 'test' | 'dev';
  /** Only targets rated at least so are asked about; MACRec takes 4 for sequential recommendation. Null for all. */
  readonly minTargetRating: number | null;
}

export function macRecSplit(dataset: Dataset, { part, minTargetRating }: MacRecOptions): Split {
  const { rating } = dataset.interactions;
  const targets: number[] = [];
  const heldOut: number[] = [];
  for (const ofUser of chronologies(dataset).values()) {
    const afterFirst = ofUser.slice(1);
    const [dev, test] = afterFirst.length > 1 ? afterFirst.slice(-2) : [undefined, afterFirst[0]];
    const hidden = (part === 'dev' ? [dev, test] : [test]).filter((position) => position !== undefined);
    const target = part === 'dev' ? dev : test;
    for (const one of hidden) heldOut.push(one);
    if (target === undefined) continue;
    if (minTargetRating === null || (rating[target] ?? Number.NaN) >= minTargetRating) targets.push(target);
  }
  return { targets: Int32Array.from(targets).sort(), heldOut: Int32Array.from(heldOut).sort() };
}

export interface RandomHoldoutOptions {
  readonly share: number;
  readonly seed: number;
}

/** Draws positions, passing over those whose loss would leave nobody's (or, where asked, no item's) in training. */
function draw(dataset: Dataset, count: number, seed: number, keepItems: boolean): number[] {
  const { user, item } = dataset.interactions;
  const [ofUser, ofItem] = [countsOf(user), countsOf(item)];
  const drawn: number[] = [];
  for (const position of drawIndexes(user.length, createRandom(seed).fork('holdout'))) {
    if (drawn.length >= count) break;
    const [person, thing] = [user[position] ?? 0, item[position] ?? 0];
    const [theirs, its] = [ofUser.get(person) ?? 0, ofItem.get(thing) ?? 0];
    if (theirs < 2 || (keepItems && its < 2)) continue;
    ofUser.set(person, theirs - 1);
    ofItem.set(thing, its - 1);
    drawn.push(position);
  }
  return drawn;
}

function countsOf(ids: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export function randomHoldout(dataset: Dataset, { share, seed }: RandomHoldoutOptions): Split {
  const count = Math.round(share * dataset.interactions.user.length);
  const positions = Int32Array.from(draw(dataset, count, seed, false)).sort();
  return { targets: positions, heldOut: positions };
}

export interface P5Options {
  readonly part: 'test' | 'validation';
  readonly seed: number;
}

/**
 * P5's split for ratings, explanations and reviews (Geng et al. 2022, section 4.1): 8 : 1 : 1 at random, with at least one
 * interaction of each person and of each item in training. Both tenths are held out. Its sequences and direct
 * recommendations are leave-last-out.
 */
export function p5Split(dataset: Dataset, { part, seed }: P5Options): Split {
  const tenth = Math.round(dataset.interactions.user.length / 10);
  const drawn = draw(dataset, 2 * tenth, seed, true);
  // In the order of drawing, so that a part is as random as the whole; the first of two uneven halves is for testing.
  const middle = Math.ceil(drawn.length / 2);
  const targets = part === 'test' ? drawn.slice(0, middle) : drawn.slice(middle);
  return { targets: Int32Array.from(targets).sort(), heldOut: Int32Array.from(drawn).sort() };
}

interface Taken {
  /** Of all people or items, above 0, at most 1. */
  readonly share: number;
  /** How many interactions of each are left in training, 1 or more. */
  readonly keep: number;
  readonly seed: number;
}

export interface ColdStartOptions extends Taken {
  readonly of: 'people' | 'items';
}

export interface EvolvingInterestOptions extends Taken {
  readonly history: 'recent' | 'early';
}

/** By a draw of its own for each, so that one more changes no other's. */
function isTaken({ share, seed }: Taken, kind: string): (id: number) => boolean {
  const random = createRandom(seed).fork(kind);
  return (id) => random.fork(String(id)).uniform() < share;
}

const splitOf = (targets: readonly number[], heldOut: Iterable<number>): Split => ({
  targets: Int32Array.from(targets).sort(),
  heldOut: Int32Array.from(heldOut).sort(),
});

/**
 * Cold start. New people have their first `keep` interactions in training, and the next one is asked about; what came later is held out. New items
 * have theirs, over all people by time, and of each person the last later one with a new item is asked about; what they did after it is held out too.
 * Everybody keeps at least one.
 */
export function coldStart(dataset: Dataset, options: ColdStartOptions): Split {
  return options.of === 'people' ? newPeople(dataset, options) : newItems(dataset, options);
}

function newPeople(dataset: Dataset, options: Taken): Split {
  const isNew = isTaken(options, 'new people');
  const targets: number[] = [];
  const heldOut: number[] = [];
  for (const [user, ofUser] of chronologies(dataset)) {
    const [target, ...later] = isNew(user) ? ofUser.slice(options.keep) : [];
    if (target === undefined) continue;
    targets.push(target);
    heldOut.push(target);
    for (const one of later) heldOut.push(one);
  }
  return splitOf(targets, heldOut);
}

function newItems(dataset: Dataset, options: Taken): Split {
  const { user, item, time } = dataset.interactions;
  const isNew = isTaken(options, 'new items');
  const seen = new Map<number, number>();
  const hidden = new Set<number>();
  const inTime = [...item.keys()]
    .filter((at) => isNew(item[at] ?? 0))
    .sort((a, b) => (time[a] ?? 0) - (time[b] ?? 0) || (user[a] ?? 0) - (user[b] ?? 0));
  for (const at of inTime) {
    const before = seen.get(item[at] ?? 0) ?? 0;
    seen.set(item[at] ?? 0, before + 1);
    if (before >= options.keep) hidden.add(at);
  }
  const targets: number[] = [];
  for (const ofUser of chronologies(dataset).values()) {
    const [first] = ofUser;
    if (first !== undefined && ofUser.every((at) => hidden.has(at))) hidden.delete(first);
    const target = ofUser.findLast((at) => hidden.has(at));
    // The first is never asked about: somebody of whom nothing is known is another scenario.
    if (target === undefined || target === first) continue;
    targets.push(target);
    for (const later of ofUser.slice(ofUser.indexOf(target))) hidden.add(later);
  }
  return splitOf(targets, hidden);
}

/**
 * Evolving interest: the last interaction of the people taken is asked about, and of those before it the latest `keep` are in training, or the earliest.
 * Both ask the same people about the same, from as many interactions, so that what differs is their age. People with fewer than twice `keep` before the last
 * are not asked: their two histories would overlap.
 */
export function evolvingInterest(dataset: Dataset, options: EvolvingInterestOptions): Split {
  const { keep, history } = options;
  const isAsked = isTaken(options, 'evolving interest');
  const targets: number[] = [];
  const heldOut: number[] = [];
  for (const [user, ofUser] of chronologies(dataset)) {
    const target = ofUser.at(-1);
    const before = ofUser.slice(0, -1);
    if (target === undefined || before.length < 2 * keep || !isAsked(user)) continue;
    targets.push(target);
    heldOut.push(target);
    for (const one of history === 'recent' ? before.slice(0, -keep) : before.slice(keep)) heldOut.push(one);
  }
  return splitOf(targets, heldOut);
}
