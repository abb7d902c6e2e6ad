/** @file How novel the lists of a run are. */
import type { ItemId } from '../../core/dataset.ts';
import { isRequestType, isRankingType } from '../../core/task.ts';
import { novelty } from '../../metrics/lists/novelty.ts';
import type { CompleteRunSpec } from '../run/run-spec.ts';
import type { TrainingCounts } from './training-counts.ts';

/** The novelty of a list, in bits. */
export type NoveltyOf = (items: readonly ItemId[]) => number;

/** Measures the lists of a run; null where answers are no lists. */
export function noveltyFor(
  { tasks: { name } }: CompleteRunSpec,
  { ofItems, ofPeople }: TrainingCounts,
): NoveltyOf | null {
  if (isRequestType(name) || !isRankingType(name)) return null;
  return (items) => novelty([items], ofItems, ofPeople.size, items.length);
}
