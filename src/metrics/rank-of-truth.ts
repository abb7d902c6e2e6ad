/**
 * @file Where a ranking has the one item that the person really chose.
 */
import type { Recommendation, Truth } from '../core/task.ts';

/** The rank from 1; Infinity where the item is not in the ranking; null where the answer or the truth is no choice. */
export function rankOfTruth(recommendation: Recommendation, truth: Truth): number | null {
  if (recommendation.type !== 'ranking' || truth.type !== 'choice') return null;
  const position = recommendation.items.indexOf(truth.item.id);
  return position < 0 ? Infinity : position + 1;
}
