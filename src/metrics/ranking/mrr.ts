import type { Metric } from '../../core/metric.ts';
import type { JudgedList } from './judged-list.ts';
import { rankingMetric } from './ranking-metric.ts';

/**
 * 1 / rank of the first relevant item; 0 where it is past rank k or not in the list, or nothing is relevant.
 * @param k Infinity for the whole list
 */
export function reciprocalRankOf({ grades }: JudgedList, k: number): number {
  const position = grades.findIndex((grade) => grade > 0);
  return position < 0 || position >= k ? 0 : 1 / (position + 1);
}

/** MRR@k, k from 1. */
export const mrr = (k: number): Metric => rankingMetric('MRR', k, reciprocalRankOf);
