/**
 * @file Leave-last-out by time: each person's last interaction is what tasks ask about, the earlier ones are training.
 */
import type { Dataset, UserId } from '../../core/dataset.ts';

/** Which interactions are asked about and which must not be seen. Both are positions in `interactions`, ascending. */
export interface Split {
  /** What tasks ask about. */
  readonly targets: Int32Array;
  /** What is absent from the database: the targets, and for the inner split also the last interactions. */
  readonly heldOut: Int32Array;
}

/**
 * The positions of each person's interactions, oldest first; of equal times the smaller item id first. Without times in
 * the source, a time is the position, so that the source's order counts.
 */
export function chronologies({ interactions: { user, item, time } }: Dataset): ReadonlyMap<UserId, readonly number[]> {
  const positions = new Map<UserId, number[]>();
  user.forEach((id, position) => {
    const known = positions.get(id);
    if (known) known.push(position);
    else positions.set(id, [position]);
  });
  const earlier = (a: number, b: number) => (time[a] ?? 0) - (time[b] ?? 0) || (item[a] ?? 0) - (item[b] ?? 0);
  for (const ofUser of positions.values()) ofUser.sort(earlier);
  return positions;
}

/**
 * Splits a dataset. A person with one interaction keeps it in training and has no task; everybody keeps at least one.
 * @param options.validation with n > 0 the inner split, for fitting on training data: the targets are the up to n
 *   interactions before each person's last one, and both they and the last are held out
 */
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
