/** @file How novel the lists of a run are: measured while its dataset is open, since a table is made without it. */
import type { Dataset, ItemId } from '../../core/dataset.ts';
import { isRequestType } from '../../core/request.ts';
import { isRankingType } from '../../core/task.ts';
import { novelty } from '../../metrics/lists/novelty.ts';
import { createSplit } from '../run/registry.ts';
import type { CompleteRunSpec } from '../run/run-spec.ts';

/** The novelty of a list, in bits. */
export type NoveltyOf = (items: readonly ItemId[]) => number;

/** Makes it for the runs of an evaluation, what a split leaves for training counted once; null where answers are no lists. */
export function noveltyMaker(dataset: Dataset): (spec: CompleteRunSpec) => NoveltyOf | null {
  const made = new Map<string, NoveltyOf>();
  return (spec) => {
    const { name, options } = spec.tasks;
    if (isRequestType(name) || !isRankingType(name)) return null;
    const key = JSON.stringify([spec.split, options.samples]);
    const known = made.get(key) ?? noveltyIn(dataset, createSplit(spec, dataset).heldOut);
    made.set(key, known);
    return known;
  };
}

function noveltyIn({ interactions: { user, item } }: Dataset, heldOut: Int32Array): NoveltyOf {
  const hidden = new Set(heldOut);
  const knownBy = new Map<ItemId, number>();
  const people = new Set<number>();
  item.forEach((id, at) => {
    if (hidden.has(at)) return;
    knownBy.set(id, (knownBy.get(id) ?? 0) + 1);
    people.add(user[at] ?? 0);
  });
  return (items) => novelty([items], knownBy, people.size, items.length);
}
