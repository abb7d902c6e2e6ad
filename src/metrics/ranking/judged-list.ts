/**
 * @file A ranked list beside the items that were right: what every ranking metric reads.
 */
import type { Recommendation, Truth } from '../../core/task.ts';

/**
 * A list with its judgements. A ranking is a total order: who ranks settles equal scores (the lab's baselines put the smaller
 * item id first), so a scorer that gives all items one score is measured by that order.
 */
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

/** The list of a task whose one right item is what the person really chose; null where the answer or the truth is no choice. */
export function judgeChoice(recommendation: Recommendation, truth: Truth): JudgedList | null {
  if (recommendation.type !== 'ranking' || truth.type !== 'choice') return null;
  return judge(recommendation.items, new Map([[truth.item.id, 1]]));
}

/** Relevant items among the first k. */
export function hitsOf({ grades }: JudgedList, k: number): number {
  return grades.slice(0, k).filter((grade) => grade > 0).length;
}
