/**
 * @file Normalized discounted cumulative gain (RecMind, section 4.1): DCG@k = Σ gain(grade at rank r) / log₂(r + 1) over
 * r ≤ k, divided by the DCG@k of all relevant items in the best order.
 */
import { log2 } from '../../core/numbers/elementary-functions.ts';
import { pow } from '../../core/numbers/power.ts';
import type { Metric } from '../../core/metric.ts';
import type { JudgedList } from './judged-list.ts';
import { rankingMetric } from './ranking-metric.ts';

/** The gain of a grade: the grade itself (Järvelin and Kekäläinen 2002), or 2^grade − 1 (Burges et al. 2005). */
export type Gain = 'linear' | 'burges';

const GAINS: Readonly<Record<Gain, (grade: number) => number>> = {
  linear: (grade) => grade,
  burges: (grade) => pow(2, grade) - 1,
};

function discounted(grades: readonly number[], k: number, gain: (grade: number) => number): number {
  return grades.slice(0, k).reduce((sum, grade, position) => sum + gain(grade) / log2(position + 2), 0);
}

/**
 * The NDCG of a list.
 * Edge cases: 0 where nothing is relevant; of a list shorter than k, all of it is looked at, and relevant items that it lacks
 * still count in the ideal. Where grades are 1, both gains agree.
 */
export function ndcgOf({ grades, relevant }: JudgedList, k: number, gain: Gain = 'linear'): number {
  const ideal = discounted(
    [...relevant].sort((a, b) => b - a),
    k,
    GAINS[gain],
  );
  return ideal === 0 ? 0 : discounted(grades, k, GAINS[gain]) / ideal;
}

/** NDCG@k, k from 1. With the one right item of the lab's tasks it is 1 / log₂(rank + 1). */
export const ndcg = (k: number): Metric => rankingMetric('NDCG', k, ndcgOf);
