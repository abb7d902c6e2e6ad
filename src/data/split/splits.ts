/** @file The splits that a RunSpec can name: which interactions are asked about, by person and time. A further one is a function, an entry of SPLIT and a line of SPLITS. */
import * as z from 'zod/mini';
import type { Dataset, UserId } from '../../core/dataset.ts';
import { canonicalJson } from '../../core/json.ts';
import { createRandom, drawIndexes } from '../../core/random.ts';

const SEEDS = 2 ** 32;

// Not the run's seed, so that ten seeds run on one split.
const seed = z._default(z.int().check(z.gte(0), z.lt(SEEDS)), 1);

/** Of all people or items. */
const share = z._default(z.number().check(z.gt(0), z.lte(1)), 0.2);
const interactions = z.int().check(z.gte(1), z.lte(1000));
/** How many interactions of each are left in training. */
const keep = z._default(interactions, 3);
const kept = z._default(interactions, 10);

export const SPLIT = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('leave-last-out'),
    options: z.prefault(
      z.strictObject({
        /** With n > 0 the up to n interactions before each person's last are asked about, and both are held out. */
        validation: z.exactOptional(z.int().check(z.gte(0), z.lte(100))),
      }),
      {},
    ),
  }),
  z.strictObject({
    name: z.literal('macrec'),
    options: z.prefault(
      z.strictObject({
        /** `dev` holds the interaction for testing out as well. */
        part: z._default(z.enum(['test', 'dev']), 'test'),
        /** Only targets rated at least so are asked about; MACRec takes 4 for sequential recommendation. */
        minTargetRating: z._default(z.nullable(z.number()), null),
      }),
      {},
    ),
  }),
  z.strictObject({
    name: z.literal('random-holdout'),
    options: z.prefault(z.strictObject({ share: z._default(z.number().check(z.gt(0), z.lt(1)), 0.2), seed }), {}),
  }),
  z.strictObject({
    name: z.literal('p5'),
    options: z.prefault(z.strictObject({ part: z._default(z.enum(['test', 'validation']), 'test'), seed }), {}),
  }),
  z.strictObject({
    name: z.literal('cold-start'),
    options: z.prefault(
      z.strictObject({ of: z._default(z.enum(['people', 'items']), 'people'), share, keep, seed }),
      {},
    ),
  }),
  z.strictObject({
    name: z.literal('evolving-interest'),
    options: z.prefault(
      z.strictObject({ history: z._default(z.enum(['recent', 'early']), 'recent'), share, keep: kept, seed }),
      {},
    ),
  }),
]);

export type SplitSpec = z.infer<typeof SPLIT>;

export type SplitOptions<Name extends SplitSpec['name']> = Extract<SplitSpec, { readonly name: Name }>['options'];

const SPLITS: { readonly [Name in SplitSpec['name']]: (dataset: Dataset, options: SplitOptions<Name>) => Split } = {
  'leave-last-out': leaveLastOut,
  macrec: macRecSplit,
  'random-holdout': randomHoldout,
  p5: p5Split,
  'cold-start': coldStart,
  'evolving-interest': evolvingInterest,
};

/** The last split of each dataset. Every trace that is made again asks for its split, which took most of its time. */
const lastSplits = new WeakMap<Dataset, { readonly key: string; readonly split: Split }>();

export function splitDataset(dataset: Dataset, spec: SplitSpec): Split {
  const key = canonicalJson(spec);
  const last = lastSplits.get(dataset);
  if (last?.key === key) return last.split;
  const split = (SPLITS[spec.name] as (dataset: Dataset, options: SplitSpec['options']) => Split)(
    dataset,
    spec.options,
  );
  lastSplits.set(dataset, { key, split });
  return split;
}

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

interface OfPerson {
  readonly targets: readonly (number | undefined)[];
  /** All that is held out, the targets too. */
  readonly hidden: readonly (number | undefined)[];
}

const positionsOf = (found: Iterable<number | undefined>): Int32Array =>
  Int32Array.from([...found].filter((position) => position !== undefined)).sort();

/** @param ofPerson what is asked about somebody and held out of their interactions, which are given oldest first; null for nothing */
function splitEach(dataset: Dataset, ofPerson: (ofUser: readonly number[], user: UserId) => OfPerson | null): Split {
  const parts = [...chronologies(dataset)].flatMap(([user, ofUser]) => ofPerson(ofUser, user) ?? []);
  return {
    targets: positionsOf(parts.flatMap(({ targets }) => targets)),
    heldOut: positionsOf(parts.flatMap(({ hidden }) => hidden)),
  };
}

/** Everybody keeps at least one. */
export function leaveLastOut(dataset: Dataset, { validation = 0 }: SplitOptions<'leave-last-out'> = {}): Split {
  return splitEach(dataset, (ofUser) => {
    const hidden = ofUser.slice(1).slice(-1 - validation);
    return { targets: validation > 0 ? hidden.slice(0, -1) : hidden, hidden };
  });
}

export function macRecSplit(dataset: Dataset, { part, minTargetRating }: SplitOptions<'macrec'>): Split {
  const { rating } = dataset.interactions;
  return splitEach(dataset, (ofUser) => {
    const afterFirst = ofUser.slice(1);
    const [dev, test] = afterFirst.length > 1 ? afterFirst.slice(-2) : [undefined, afterFirst[0]];
    const target = part === 'dev' ? dev : test;
    const isAsked = minTargetRating === null || (rating[target ?? -1] ?? Number.NaN) >= minTargetRating;
    return { targets: isAsked ? [target] : [], hidden: part === 'dev' ? [dev, test] : [test] };
  });
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

export function countsOf(ids: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

export function randomHoldout(dataset: Dataset, { share, seed }: SplitOptions<'random-holdout'>): Split {
  const count = Math.round(share * dataset.interactions.user.length);
  const positions = positionsOf(draw(dataset, count, seed, false));
  return { targets: positions, heldOut: positions };
}

/**
 * P5's split for ratings, explanations and reviews (Geng et al. 2022, section 4.1): 8 : 1 : 1 at random, with at least one
 * interaction of each person and of each item in training. Both tenths are held out. Its sequences and direct
 * recommendations are leave-last-out.
 */
export function p5Split(dataset: Dataset, { part, seed }: SplitOptions<'p5'>): Split {
  const tenth = Math.round(dataset.interactions.user.length / 10);
  const drawn = draw(dataset, 2 * tenth, seed, true);
  // In the order of drawing, so that a part is as random as the whole; the first of two uneven halves is for testing.
  const middle = Math.ceil(drawn.length / 2);
  const targets = part === 'test' ? drawn.slice(0, middle) : drawn.slice(middle);
  return { targets: positionsOf(targets), heldOut: positionsOf(drawn) };
}

type Taken = SplitOptions<'cold-start'>;

/** By a draw of its own for each, so that one more changes no other's. */
function isTaken({ share, seed }: Pick<Taken, 'share' | 'seed'>, kind: string): (id: number) => boolean {
  const random = createRandom(seed).fork(kind);
  return (id) => random.fork(String(id)).uniform() < share;
}

/**
 * Cold start. New people have their first `keep` interactions in training, and the next one is asked about; what came later is held out. New items
 * have theirs, over all people by time, and of each person the last later one with a new item is asked about; what they did after it is held out too.
 * Everybody keeps at least one.
 */
export function coldStart(dataset: Dataset, options: Taken): Split {
  return options.of === 'people' ? newPeople(dataset, options) : newItems(dataset, options);
}

function newPeople(dataset: Dataset, options: Taken): Split {
  const isNew = isTaken(options, 'new people');
  return splitEach(dataset, (ofUser, user) => {
    const hidden = isNew(user) ? ofUser.slice(options.keep) : [];
    return { targets: hidden.slice(0, 1), hidden };
  });
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
  return { targets: positionsOf(targets), heldOut: positionsOf(hidden) };
}

/**
 * Evolving interest: the last interaction of the people taken is asked about, and of those before it the latest `keep` are in training, or the earliest.
 * Both ask the same people about the same, from as many interactions, so that what differs is their age. People with fewer than twice `keep` before the last
 * are not asked: their two histories would overlap.
 */
export function evolvingInterest(dataset: Dataset, options: SplitOptions<'evolving-interest'>): Split {
  const { keep, history } = options;
  const isAsked = isTaken(options, 'evolving interest');
  return splitEach(dataset, (ofUser, user) => {
    const [target, before] = [ofUser.at(-1), ofUser.slice(0, -1)];
    if (before.length < 2 * keep || !isAsked(user)) return null;
    const old = history === 'recent' ? before.slice(0, -keep) : before.slice(keep);
    return { targets: [target], hidden: [target, ...old] };
  });
}
