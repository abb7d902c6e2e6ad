/**
 * @file Hit ratio: the share of tasks whose right item is among the first k (RecMind, section 4.1; Karypis 2001).
 */
import type { Metric } from '../core/metric.ts';
import { mean } from './mean.ts';
import { rankOfTruth } from './rank-of-truth.ts';

/** HR@k, k from 1: 1 for a task whose right item has rank ≤ k, else 0. */
export function hitRatio(k: number): Metric {
  return {
    name: `HR@${k}`,
    higherIsBetter: true,
    measure(recommendation, truth) {
      const rank = rankOfTruth(recommendation, truth);
      return rank === null ? null : rank <= k ? 1 : 0;
    },
    summarize: mean,
  };
}
