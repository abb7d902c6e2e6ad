/**
 * @file Precision of the first k: hits / k (Herlocker et al. 2004, section 5.1.2; Manning et al. 2008, section 8.4).
 */
import type { Metric } from '../../core/metric.ts';
import { hitsOf, type JudgedList } from './judged-list.ts';
import { rankingMetric } from './ranking-metric.ts';

/**
 * The share of relevant items among k.
 * Edge cases: a list shorter than k is still divided by k, so what is missing counts as wrong; 0 where nothing is relevant.
 * @param k finite, from 1
 */
export function precisionOf(list: JudgedList, k: number): number {
  return hitsOf(list, k) / k;
}

/** Precision@k, k from 1. With the one right item of the lab's tasks it is HR@k / k. */
export const precision = (k: number): Metric => rankingMetric('Precision', k, precisionOf);
