/** @file Leave-last-out by time: each person's last interaction is what tasks ask about, the earlier ones are training. */
import type { Dataset, UserId } from '../../core/dataset.ts';

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
