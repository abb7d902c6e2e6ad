/** @file Seeded randomness: numbers come from a passed `Random`, forked by a key, so that a new consumer changes no other's draws. */
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

export interface Random {
  /** A source that depends only on this one's seed and the key, not on what was drawn before. */
  fork(key: string): Random;
  /** A number in [0, 1) with 53 random bits. */
  uniform(): number;
  /** A whole number in [0, below), without bias. `below` is from 1 to 2³². */
  integer(below: number): number;
}

const TWO_TO_32 = 4294967296;
const TWO_TO_26 = 67108864;

/** One round of MurmurHash3's 32-bit mixing (Appleby 2011, public domain): four lanes make a 128-bit state from a key. */
function hashLane(text: string, seed: number): number {
  let hash = seed | 0;
  for (let index = 0; index < text.length; index += 1) {
    let block = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
    block = Math.imul((block << 15) | (block >>> 17), 0x1b873593);
    hash ^= block;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

type Lanes = readonly [number, number, number, number];

class SplittableRandom implements Random {
  private readonly lanes: Lanes;
  private readonly generator: RandomGenerator;

  constructor(lanes: Lanes) {
    this.lanes = lanes;
    // An all-zero state would stay zero for ever.
    this.generator = xoroshiro128plusFromState(lanes.some((lane) => lane !== 0) ? lanes : [1, 2, 3, 4]);
  }

  fork(key: string): Random {
    const [a, b, c, d] = this.lanes;
    return new SplittableRandom([hashLane(key, a), hashLane(key, b), hashLane(key, c), hashLane(key, d)]);
  }

  uniform(): number {
    const high = this.generator.next() >>> 5;
    const low = this.generator.next() >>> 6;
    return (high * TWO_TO_26 + low) / 9007199254740992;
  }

  integer(below: number): number {
    // Exact for such numbers, and several times faster than the remainder of a division of doubles.
    const limit = Math.floor(TWO_TO_32 / below) * below;
    let draw = this.generator.next() >>> 0;
    while (draw >= limit) draw = this.generator.next() >>> 0;
    return draw - Math.floor(draw / below) * below;
  }
}

/** A source for a seed. Equal seeds give equal numbers on every machine; `1` and `'1'` are the same seed. */
export function createRandom(seed: number | string): Random {
  const text = String(seed);
  return new SplittableRandom([
    hashLane(text, 0x243f6a88),
    hashLane(text, 0x85a308d3),
    hashLane(text, 0x13198a2e),
    hashLane(text, 0x03707344),
  ]);
}

/** Reorders a copy of the entries, every order equally likely (Fisher and Yates; Knuth, volume 2, algorithm 3.4.2P). */
export function shuffled<Entry>(entries: readonly Entry[], random: Random): Entry[] {
  const result = [...entries];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random.integer(last + 1);
    const kept = result[last] as Entry;
    result[last] = result[other] as Entry;
    result[other] = kept;
  }
  return result;
}

/** The numbers below `length` in a random order: a lazy shuffle of Fisher and Yates, so that a few of many cost little. */
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
