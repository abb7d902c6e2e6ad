/** @file Trying anything. */
import type { Random } from '../../core/random.ts';

/** An item that is not among the seen ones, all alike; any item where all are. */
export function unseenAtRandom(items: number, seen: readonly number[], random: Random): number {
  if (seen.length >= items) return random.integer(items);
  const isSeen = new Set(seen);
  for (;;) {
    const item = random.integer(items);
    if (!isSeen.has(item)) return item;
  }
}
