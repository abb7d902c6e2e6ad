/** @file What tasks are made from: the dataset's people and items by id, and who did what when. */
import { titleWithYear } from '../../core/text/words.ts';
import type { Dataset, Interactions, ItemId, User, UserId } from '../../core/dataset.ts';
import type { ItemReference, UserReference } from '../../core/task.ts';
import { type Split, chronologies } from './splits.ts';

/** What a task is about: who, and the item that was held out. Whether and how it was rated is not said. */
export interface TaskSubject {
  readonly user: UserReference;
  readonly item: ItemReference;
  readonly position: number;
}

export interface TaskSource {
  readonly dataset: Dataset;
  readonly userOf: (position: number) => UserReference;
  readonly itemOf: (position: number) => ItemReference;
  readonly reference: (item: ItemId) => ItemReference;
  /** All that a person interacted with, held out or not, also outside of the slice. */
  readonly itemsOf: (user: UserId) => ReadonlySet<ItemId>;
  /** Positions of a person's training interactions, oldest first. */
  readonly trainingOf: (user: UserId) => readonly number[];
  /** Items that occur in any interaction, ascending. */
  readonly universe: readonly ItemId[];
  /** Those that occur in a training interaction: another one would be known for held out by that alone. */
  readonly known: ReadonlySet<ItemId>;
  readonly training: readonly number[];
  readonly subjects: readonly TaskSubject[];
}

function pairsByUser({ user, item }: Pick<Interactions, 'user' | 'item'>): ReadonlyMap<UserId, ReadonlySet<ItemId>> {
  const items = new Map<UserId, Set<ItemId>>();
  user.forEach((id, at) => {
    const known = items.get(id);
    if (known) known.add(item[at] as number);
    else items.set(id, new Set([item[at] as number]));
  });
  return items;
}

export function knownItems({ interactions: { item } }: Dataset, { heldOut }: Pick<Split, 'heldOut'>): Set<ItemId> {
  const hidden = new Set(heldOut);
  return new Set(item.filter((_, position) => !hidden.has(position)));
}

export function taskSource(dataset: Dataset, { targets, heldOut }: Split): TaskSource {
  const { user, item } = dataset.interactions;
  const users = new Map<UserId, User>(dataset.users.map((person) => [person.id, person]));
  const titles = new Map<ItemId, string>(dataset.items.map((entry) => [entry.id, titleWithYear(entry)]));
  const histories = chronologies(dataset);
  const had = dataset.wholePairs ? pairsByUser(dataset.wholePairs) : null;
  const hidden = new Set(heldOut);
  const reference = (id: ItemId): ItemReference => ({ id, title: titles.get(id) ?? `item ${id}` });
  const userOf = (position: number): UserReference => {
    const id = user[position] as number;
    return { id, name: users.get(id)?.name ?? `person ${id}` };
  };
  const itemOf = (position: number) => reference(item[position] as number);
  return {
    dataset,
    userOf,
    itemOf,
    reference,
    itemsOf: (id) => had?.get(id) ?? new Set((histories.get(id) ?? []).map((position) => item[position] as number)),
    trainingOf: (id) => (histories.get(id) ?? []).filter((position) => !hidden.has(position)),
    universe: [...new Set(item)].sort((a, b) => a - b),
    known: knownItems(dataset, { heldOut }),
    training: [...item.keys()].filter((position) => !hidden.has(position)),
    subjects: [...targets]
      .map((position) => ({ user: userOf(position), item: itemOf(position), position }))
      .sort((a, b) => a.user.id - b.user.id || a.position - b.position),
  };
}

export function taskSubjects(dataset: Dataset, split: Split): readonly TaskSubject[] {
  return taskSource(dataset, split).subjects;
}
