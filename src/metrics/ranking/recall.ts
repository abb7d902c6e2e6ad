/**
 * @file Recall of the first k: hits / relevant items (Herlocker et al. 2004, section 5.1.2; Manning et al. 2008, section 8.4).
 */
import type { Metric } from '../../core/metric.ts';
import { hitsOf, type JudgedList } from './judged-list.ts';
import { rankingMetric } from './ranking-metric.ts';

/**
 * The share of all relevant items that are among the first k.
 * Edge cases: 0 where nothing is relevant; below 1 where k is less than the number of relevant items.
 */
export function recallOf(list: JudgedList, k: number): number {
  return list.relevant.length === 0 ? 0 : hitsOf(list, k) / list.relevant.length;
}

/** Recall@k, k from 1. With the one right item of the lab's tasks it is HR@k. */
export const recall = (k: number): Metric => rankingMetric('Recall', k, recallOf);
