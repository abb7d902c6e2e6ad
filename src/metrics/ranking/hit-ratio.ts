/**
 * @file Hit ratio: the share of lists with a right item among the first k (RecMind, section 4.1; Karypis 2001).
 */
import type { Metric } from '../../core/metric.ts';
import { hitsOf, type JudgedList } from './judged-list.ts';
import { rankingMetric } from './ranking-metric.ts';

/**
 * 1 where some relevant item has rank ≤ k, else 0.
 * Edge cases: 0 where nothing is relevant; of a list shorter than k, all of it is looked at.
 */
export function hitRatioOf(list: JudgedList, k: number): number {
  return hitsOf(list, k) > 0 ? 1 : 0;
}

/** HR@k, k from 1. */
export const hitRatio = (k: number): Metric => rankingMetric('HR', k, hitRatioOf);
