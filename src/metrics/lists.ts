/** @file Measures of all lists of a method together, which no task has by itself. */
import { log2 } from '../core/numbers/elementary-functions.ts';
import { mean } from './statistics.ts';
import type { WrittenEntries } from '../core/evaluation.ts';

/**
 * The share of the catalogue that the first k of some list hold (Ge et al. 2010, section 2.1); 0 for no list.
 * @param catalogue how many items there are; lists hold no others
 */
export function coverage<Id>(lists: readonly (readonly Id[])[], catalogue: number, k: number): number {
  return new Set(lists.flatMap((list) => list.slice(0, k))).size / catalogue;
}

/**
 * 1 − the mean cosine of the first k of two people's lists as 0/1 vectors (Zhou et al. 2010; SUBER, appendix F); NaN for fewer than
 * two lists. An empty list has cosine 0 with every other; repeats count once. With u the vectors at unit length, the cosines of all
 * ordered pairs sum to Σ over items of (Σu)² − Σu².
 */
export function personalization<Id>(lists: readonly (readonly Id[])[], k: number): number {
  const weights = new Map<Id, { sum: number; squares: number }>();
  for (const list of lists) {
    const items = new Set(list.slice(0, k));
    const weight = 1 / Math.sqrt(items.size);
    for (const item of items) {
      const { sum, squares } = weights.get(item) ?? { sum: 0, squares: 0 };
      weights.set(item, { sum: sum + weight, squares: squares + weight * weight });
    }
  }
  const cosines = [...weights.values()].reduce((total, { sum, squares }) => total + sum * sum - squares, 0);
  return 1 - cosines / (lists.length * (lists.length - 1));
}

/**
 * The mean self-information −log₂(people who know the item / people), in bits (Castells, Vargas and Wang 2011, section 3), over the
 * first k of each list. An item that nobody knows counts as known by one; empty lists are left out; NaN where all are.
 * @param knownBy people who had the item in training
 */
export function novelty<Id>(
  lists: readonly (readonly Id[])[],
  knownBy: ReadonlyMap<Id, number>,
  people: number,
  k: number,
): number {
  const bits = (item: Id): number => log2(people / Math.max(1, knownBy.get(item) ?? 0));
  const cut = lists.map((list) => list.slice(0, k)).filter((list) => list.length > 0);
  return people === 0 ? NaN : mean(cut.map((list) => mean(list.map(bits))));
}

/** Rankings hold ten items. */
const K = 10;

interface MeasuredList {
  /** Ids, best first. */
  readonly items: readonly number[];
  /** In bits, as `novelty` has it. */
  readonly novelty: number;
  /** What a language model wrote of it; absent where none did. */
  readonly entries?: WrittenEntries;
}

interface ListMetric {
  readonly name: string;
  readonly words: string;
  /** NaN where the lists have no such value. @param catalogue how many items the dataset has */
  readonly measure: (lists: readonly MeasuredList[], catalogue: number) => number;
}

const itemsOf = (lists: readonly MeasuredList[]): (readonly number[])[] => lists.map(({ items }) => items);

/** The share of all written entries; NaN where no language model wrote any. */
function shareOf(lists: readonly MeasuredList[], part: 'invented' | 'repeated'): number {
  const entries = lists.flatMap((list) => list.entries ?? []);
  const sum = (of: 'written' | typeof part): number => entries.reduce((total, one) => total + one[of], 0);
  return sum(part) / sum('written');
}

export const LIST_METRICS: readonly ListMetric[] = [
  {
    name: `Coverage@${K}`,
    words: 'share of all items that somebody is recommended',
    measure: (lists, catalogue) => coverage(itemsOf(lists), catalogue, K),
  },
  {
    name: `Personalization@${K}`,
    words: 'how different people’s lists are, 0 to 1',
    measure: (lists) => personalization(itemsOf(lists), K),
  },
  {
    name: `Novelty@${K}`,
    words: 'how unfamiliar the items are, in bits: more bits, less popular',
    measure: (lists) => mean(lists.flatMap(({ items, novelty }) => (items.length === 0 ? [] : [novelty]))),
  },
  {
    name: 'Invented',
    words: 'share of the entries that a language model wrote which name no candidate; they are overlooked',
    measure: (lists) => shareOf(lists, 'invented'),
  },
  {
    name: 'Repeated',
    words: 'share of those entries which name a candidate again',
    measure: (lists) => shareOf(lists, 'repeated'),
  },
];
