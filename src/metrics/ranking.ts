/**
 * @file Metrics of the first k of a ranked list (RecMind, section 4.1; Herlocker et al. 2004, section 5.1.2; Manning et al. 2008,
 * section 8.4). Each is 0 where nothing is relevant; of a list shorter than k all is looked at.
 */
import type { Recommendation, Truth } from '../core/task.ts';
import type { Metric } from '../core/evaluation.ts';
import { mean } from './statistics.ts';
import { log2 } from '../core/numbers/elementary-functions.ts';

export interface JudgedList {
  /** The grade of the item at each rank, best first; 0 for an item that is not relevant. */
  readonly grades: readonly number[];
  /** The grades of all relevant items, in the list or not; each above 0, and 1 where relevance is yes or no. */
  readonly relevant: readonly number[];
}

/**
 * Judges a list. An item that is listed again counts at its first rank only; the repeat takes up a rank.
 * @param ranked best first
 * @param gradeOf finite grades by item; 0 is not relevant
 */
export function judge<Id>(ranked: readonly Id[], gradeOf: ReadonlyMap<Id, number>): JudgedList {
  const seen = new Set<Id>();
  const grades = ranked.map((id) => {
    const grade = seen.has(id) ? 0 : (gradeOf.get(id) ?? 0);
    seen.add(id);
    return grade;
  });
  return { grades, relevant: [...gradeOf.values()].filter((grade) => grade > 0) };
}

/** The list of a task whose one right item is what the person chose; null where the answer or the truth is no choice. */
function judgeChoice(recommendation: Recommendation, truth: Truth): JudgedList | null {
  if (recommendation.type !== 'ranking' || truth.type !== 'choice') return null;
  return judge(recommendation.items, new Map([[truth.item.id, 1]]));
}

function hitsOf({ grades }: JudgedList, k: number): number {
  return grades.slice(0, k).filter((grade) => grade > 0).length;
}

/** The metric `name@k`: the mean over tasks, NaN over none. @param k from 1 */
function rankingMetric(name: string, k: number, measureList: (list: JudgedList, k: number) => number): Metric {
  return {
    name: `${name}@${k}`,
    higherIsBetter: true,
    measure(recommendation, truth) {
      const list = judgeChoice(recommendation, truth);
      return list === null ? null : measureList(list, k);
    },
    summarize: mean,
  };
}

/** 1 where some relevant item has rank ≤ k, else 0. */
export function hitRatioOf(list: JudgedList, k: number): number {
  return hitsOf(list, k) > 0 ? 1 : 0;
}

export const hitRatio = (k: number): Metric => rankingMetric('HR', k, hitRatioOf);

/** 1 / rank of the first relevant item, 0 where it is past rank k. @param k Infinity for the whole list */
export function reciprocalRankOf({ grades }: JudgedList, k: number): number {
  const position = grades.findIndex((grade) => grade > 0);
  return position < 0 || position >= k ? 0 : 1 / (position + 1);
}

export const mrr = (k: number): Metric => rankingMetric('MRR', k, reciprocalRankOf);

/** Hits / k, of a list shorter than k too: what is missing counts as wrong. */
export function precisionOf(list: JudgedList, k: number): number {
  return hitsOf(list, k) / k;
}

export const precision = (k: number): Metric => rankingMetric('Precision', k, precisionOf);

/** Hits / relevant items; below 1 where k is less than these. */
export function recallOf(list: JudgedList, k: number): number {
  return list.relevant.length === 0 ? 0 : hitsOf(list, k) / list.relevant.length;
}

export const recall = (k: number): Metric => rankingMetric('Recall', k, recallOf);

/** What AP is divided by: all relevant items (TREC), or `k` itself (SUBER, appendix F, where k is 10). */
type AveragePrecisionReading = 'relevant' | 'k';

/**
 * Average precision (Buckley and Voorhees 2000): Σ over hits at rank r ≤ k of precision@r, divided as the reading says.
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
  return sum / (reading === 'k' ? k : all);
}

export const meanAveragePrecision = (k: number): Metric => rankingMetric('MAP', k, averagePrecisionOf);

function discounted(grades: readonly number[], k: number): number {
  return grades.slice(0, k).reduce((sum, grade, position) => sum + grade / log2(position + 2), 0);
}

/** Σ grade at rank r / log₂(r + 1) over r ≤ k (Järvelin and Kekäläinen 2002), divided by that of all relevant items in the best order. */
export function ndcgOf({ grades, relevant }: JudgedList, k: number): number {
  const ideal = discounted(
    [...relevant].sort((a, b) => b - a),
    k,
  );
  return ideal === 0 ? 0 : discounted(grades, k) / ideal;
}

export const ndcg = (k: number): Metric => rankingMetric('NDCG', k, ndcgOf);
