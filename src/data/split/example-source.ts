/**
 * @file Where few-shot examples come from: the training interactions of the task's own dataset, or of another one (RecMind,
 * section 4.5). There the person is known by the id in the source, as a shop's customers are; most people are not.
 */
import type { Dataset, ItemId, UserId } from '../../core/dataset.ts';
import type { ExampleDomain, UserReference } from '../../core/task.ts';
import type { Split } from './leave-last-out.ts';
import { taskSource, type TaskSource, type TaskSubject } from './task-source.ts';

/** Another dataset, and what is held out of it. */
export interface ExampleDataset {
  readonly dataset: Dataset;
  readonly split: Split;
}

/** What examples are drawn from. */
export interface ExampleSource extends TaskSource {
  /** Null for the task's own dataset. */
  readonly domain: ExampleDomain | null;
  /** Positions of training interactions of the person of a task, oldest first; none where they are not known here. */
  readonly ownOf: (subject: TaskSubject) => readonly number[];
  /** Items that no example may show. */
  readonly hiddenFrom: (candidates: ReadonlySet<ItemId>) => ReadonlySet<ItemId>;
}

const NOBODY: readonly number[] = [];

/** People who are in both datasets: the id in the other one by that in the first. */
function sameOf(dataset: Dataset, other: Dataset): ReadonlyMap<UserId, UserId> {
  const known = new Map(other.users.flatMap(({ id, sourceId }) => (sourceId === undefined ? [] : [[sourceId, id]])));
  return new Map(
    dataset.users.flatMap(({ id, sourceId }) => {
      const there = sourceId === undefined ? undefined : known.get(sourceId);
      return there === undefined ? [] : [[id, there]];
    }),
  );
}

/** What examples of tasks of a source are drawn from. @param other the source itself where not given */
export function exampleSource(source: TaskSource, other?: ExampleDataset): ExampleSource {
  if (other === undefined) {
    return { ...source, domain: null, ownOf: ({ user }) => source.trainingOf(user.id), hiddenFrom: (ids) => ids };
  }
  const { manifest } = other.dataset;
  const there = taskSource(other.dataset, other.split);
  const same = sameOf(source.dataset, other.dataset);
  const here = new Map([...same].map(([own, id]) => [id, own]));
  const names = new Map(source.dataset.users.map(({ id, name }) => [id, name]));
  return {
    ...there,
    domain: { title: manifest.title, itemNoun: manifest.itemNoun, scale: manifest.scale },
    // A person of another domain who has a name of this one is somebody else.
    userOf(position): UserReference {
      const user = there.userOf(position);
      const own = here.get(user.id);
      const name = own === undefined ? `${user.name} of ${manifest.title}` : (names.get(own) ?? user.name);
      return { id: user.id, name };
    },
    ownOf: ({ user }) => {
      const id = same.get(user.id);
      return id === undefined ? NOBODY : there.trainingOf(id);
    },
    hiddenFrom: () => new Set(),
  };
}
