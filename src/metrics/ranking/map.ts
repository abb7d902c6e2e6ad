/**
 * @file Mean average precision: AP = Σ over hits at rank r ≤ k of precision@r, divided by what a perfect list would sum to
 * (Buckley and Voorhees 2000; Manning et al. 2008, section 8.4). The literature divides by three different numbers.
 */
import type { Metric } from '../../core/metric.ts';
import type { JudgedList } from './judged-list.ts';
import { rankingMetric } from './ranking-metric.ts';

/**
 * What AP is divided by: `relevant`, all relevant items (TREC); `reachable`, min(k, relevant items), so that a perfect list
 * of k has 1; `k` itself (SUBER, appendix F, where k is 10).
 */
export type AveragePrecisionReading = 'relevant' | 'reachable' | 'k';

/**
 * The average precision of a list.
 * Edge cases: 0 where nothing is relevant; a list shorter than k has no hits past its end.
 * @param k Infinity for the whole list, though not in the reading `k`
 */
export function averagePrecisionOf(list: JudgedList, k: number, reading: AveragePrecisionReading = 'relevant'): number {
  const all = list.relevant.length;
  if (all === 0) return 0;
  let hits = 0;
  let sum = 0;
  for (const [position, grade] of list.grades.slice(0, k).entries()) {
    if (grade === 0) continue;
    hits += 1;
    sum += hits / (position + 1);
  }
  return sum / { relevant: all, reachable: Math.min(k, all), k }[reading];
}

/** MAP@k, k from 1. With the one right item of the lab's tasks it is MRR@k. */
export const meanAveragePrecision = (k: number): Metric => rankingMetric('MAP', k, averagePrecisionOf);
