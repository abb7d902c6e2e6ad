/** @file Measures of all lists of a method together, which no task has by itself. */
import type { WrittenEntries } from '../../core/evaluation.ts';
import { mean } from '../mean.ts';
import { coverage } from './coverage.ts';
import { personalization } from './personalization.ts';

/** Rankings hold ten items. */
const K = 10;

export interface MeasuredList {
  /** Ids, best first. */
  readonly items: readonly number[];
  /** In bits, as `novelty` has it. */
  readonly novelty: number;
  /** What a language model wrote of it; absent where none did. */
  readonly entries?: WrittenEntries;
}

export interface ListMetric {
  /** `Coverage@10`. */
  readonly name: string;
  /** What it is, in plain words. */
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
