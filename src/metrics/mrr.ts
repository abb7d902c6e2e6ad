/**
 * @file Mean reciprocal rank of the right item (Voorhees 1999).
 */
import type { Metric } from '../core/metric.ts';
import { mean } from './mean.ts';
import { rankOfTruth } from './rank-of-truth.ts';

/** MRR@k, k from 1: 1 / rank, and 0 for a task whose right item is past rank k or not ranked. */
export function mrr(k: number): Metric {
  return {
    name: `MRR@${k}`,
    higherIsBetter: true,
    measure(recommendation, truth) {
      const rank = rankOfTruth(recommendation, truth);
      return rank === null ? null : rank <= k ? 1 / rank : 0;
    },
    summarize: mean,
  };
}
