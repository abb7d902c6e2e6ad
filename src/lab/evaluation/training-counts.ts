/** @file How many training interactions people and items have: counted while the dataset is open, since a table is made without it. */
import type { Dataset, ItemId, UserId } from '../../core/dataset.ts';
import { createSplit } from '../run/registry.ts';
import type { CompleteRunSpec } from '../run/run-spec.ts';
import { isRequestType, isRankingType } from '../../core/task.ts';
import { novelty } from '../../metrics/lists.ts';

export type NoveltyOf = (items: readonly ItemId[]) => number;

/** Measures the lists of a run; null where answers are no lists. */
export function noveltyFor(
  { tasks: { name } }: CompleteRunSpec,
  { ofItems, ofPeople }: TrainingCounts,
): NoveltyOf | null {
  if (isRequestType(name) || !isRankingType(name)) return null;
  return (items) => novelty([items], ofItems, ofPeople.size, items.length);
}

export interface TrainingCounts {
  readonly ofPeople: ReadonlyMap<UserId, number>;
  readonly ofItems: ReadonlyMap<ItemId, number>;
}

export function trainingCounter(dataset: Dataset): (spec: CompleteRunSpec) => TrainingCounts {
  const counted = new Map<string, TrainingCounts>();
  return (spec) => {
    const { samples } = spec.tasks.options as { readonly samples?: unknown };
    const key = JSON.stringify([spec.split, samples]);
    const known = counted.get(key) ?? countsIn(dataset, createSplit(spec, dataset).heldOut);
    counted.set(key, known);
    return known;
  };
}

function countsIn({ interactions: { user, item } }: Dataset, heldOut: Int32Array): TrainingCounts {
  const hidden = new Set(heldOut);
  const ofPeople = new Map<UserId, number>();
  const ofItems = new Map<ItemId, number>();
  const countIn = (counts: Map<number, number>, id: number): unknown => counts.set(id, (counts.get(id) ?? 0) + 1);
  item.forEach((id, at) => {
    if (hidden.has(at)) return;
    countIn(ofItems, id);
    countIn(ofPeople, user[at] ?? 0);
  });
  return { ofPeople, ofItems };
}
