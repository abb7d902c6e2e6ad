/**
 * @file Ratings of any number, generated from a seed in the shape of MovieLens 1M: people rate 20 items and more, their numbers
 * spread like a log-normal, and items are taken by a power law of their rank. Nobody gave them.
 */
import { createRandom, type Random } from '../../src/core/random.ts';
import { sourceFromBytes, type SourceFile } from '../../src/data/import/source-files.ts';

/** How many of each to make. */
export interface Size {
  readonly name: string;
  readonly users: number;
  readonly items: number;
  readonly interactions: number;
}

/** MovieLens 100K and 1M as they are, and five times the latter with as many ratings a person and an item. */
export const SIZES: readonly Size[] = [
  { name: '100 K', users: 943, items: 1682, interactions: 100_000 },
  { name: '1 M', users: 6040, items: 3706, interactions: 1_000_209 },
  { name: '5 M', users: 30_200, items: 18_530, interactions: 5_001_045 },
];

const LEAST = 20;
const SPREAD = 1.1;
const START = 950_000_000;

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

/** How many ratings each person gives: at least 20, at most half of all items, as many in all as are asked for. */
function activities({ users, items, interactions }: Size, random: Random): number[] {
  const weights = Array.from({ length: users }, () => Math.exp(SPREAD * normal(random)));
  const most = Math.floor(items / 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const room = interactions - LEAST * users;
  const counts = weights.map((weight) => Math.min(most, LEAST + Math.floor((room * weight) / sum)));
  let left = interactions - counts.reduce((total, count) => total + count, 0);
  for (let user = 0; left > 0; user = (user + 1) % users) {
    const more = Math.min(left, most - counts[user]!, 1 + Math.floor(left / users));
    counts[user]! += more;
    left -= more;
  }
  return counts;
}

/** Different items of one person, the popular ones more often: rank ⌊n u²⌋ for u uniform. */
function itemsOf(count: number, items: number, taken: Uint32Array, mark: number, random: Random): number[] {
  const own: number[] = [];
  while (own.length < count) {
    const item = Math.floor(items * random.uniform() ** 2);
    if (taken[item] === mark) continue;
    taken[item] = mark;
    own.push(item);
  }
  return own;
}

const bytesOf = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`);

/** `ratings.dat`, `movies.dat` and `users.dat`, as GroupLens writes them. */
export function grownRatings(size: Size): readonly (readonly [string, Uint8Array])[] {
  const random = createRandom('grown ratings').fork(size.name);
  const taken = new Uint32Array(size.items);
  const parts: Uint8Array[] = [];
  let lines: string[] = [];
  activities(size, random.fork('activities')).forEach((count, user) => {
    const own = random.fork(String(user));
    const taste = normal(own) * 0.4;
    for (const item of itemsOf(count, size.items, taken, user + 1, own)) {
      const liked = 3.6 + taste - item / size.items + normal(own) * 0.9;
      const rating = Math.min(5, Math.max(1, Math.round(liked)));
      lines.push(`${user + 1}::${item + 1}::${rating}::${START + user * 1000 + own.integer(80_000_000)}`);
    }
    if (lines.length < 100_000 && user + 1 < size.users) return;
    parts.push(bytesOf(lines));
    lines = [];
  });
  const film = (item: number): string => `${item + 1}::Film ${item + 1} (${1950 + (item % 60)})::Drama|Comedy`;
  return [
    ['ratings.dat', Buffer.concat(parts)],
    ['movies.dat', bytesOf(Array.from({ length: size.items }, (_, item) => film(item)))],
    ['users.dat', bytesOf(Array.from({ length: size.users }, (_, user) => `${user + 1}::F::25::4::00000`))],
  ];
}

/** The files as an import reads them. */
export function grownSources(size: Size): SourceFile[] {
  return grownRatings(size).map(([name, bytes]) => sourceFromBytes(name, bytes));
}
