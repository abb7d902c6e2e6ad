/**
 * @file Drawing without replacement.
 */
import type { Random } from '../../core/random.ts';

/**
 * The numbers below `length` in a random order, drawn as they are asked for: the shuffle of Fisher and Yates in which only
 * moved places are remembered, so that a few of many cost little.
 */
export function* drawIndexes(length: number, random: Random): Generator<number> {
  const moved = new Map<number, number>();
  for (let left = length; left > 0; left -= 1) {
    const at = random.integer(left);
    yield moved.get(at) ?? at;
    moved.set(at, moved.get(left - 1) ?? left - 1);
  }
}

/** Up to `count` of the entries, in a random order, no entry twice, each of them accepted. */
export function sample<Entry>(
  entries: readonly Entry[],
  count: number,
  random: Random,
  accept: (entry: Entry) => boolean,
): Entry[] {
  const drawn: Entry[] = [];
  if (count < 1) return drawn;
  for (const index of drawIndexes(entries.length, random)) {
    const entry = entries[index] as Entry;
    if (accept(entry)) drawn.push(entry);
    if (drawn.length >= count) break;
  }
  return drawn;
}
