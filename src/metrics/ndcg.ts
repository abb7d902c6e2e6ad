/**
 * @file Normalized discounted cumulative gain (RecMind, section 4.1; Järvelin and Kekäläinen 2002). With one right item the
 * ideal gain is 1, so what is left is the discount 1 / log₂(rank + 1).
 */
import type { Metric } from '../core/metric.ts';
import { mean } from './mean.ts';
import { rankOfTruth } from './rank-of-truth.ts';

/** NDCG@k, k from 1: 0 for a task whose right item is past rank k or not ranked. */
export function ndcg(k: number): Metric {
  return {
    name: `NDCG@${k}`,
    higherIsBetter: true,
    measure(recommendation, truth) {
      const rank = rankOfTruth(recommendation, truth);
      return rank === null ? null : rank <= k ? 1 / Math.log2(rank + 1) : 0;
    },
    summarize: mean,
  };
}
