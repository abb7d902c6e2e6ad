/** @file How much is known of who and what a task is about: recorded while the dataset is open, since a table is made without it. */
import type { TaskFacts } from '../../core/evaluation.ts';
import type { Dataset } from '../../core/dataset.ts';
import { isRequestType } from '../../core/request.ts';
import { itemOfTask, type LabelledTask } from '../../core/task.ts';
import { createSplit } from '../run/registry.ts';
import type { CompleteRunSpec } from '../run/run-spec.ts';

/** Training interactions of whom and what a task is about. */
export type FactsOf = (task: LabelledTask) => TaskFacts;

/** Makes it for the runs of an evaluation, what a split leaves for training counted once. */
export function factsMaker(dataset: Dataset): (spec: CompleteRunSpec) => FactsOf | null {
  const made = new Map<string, FactsOf>();
  return (spec) => {
    if (isRequestType(spec.tasks.name)) return null;
    const key = JSON.stringify([spec.split, spec.tasks.options.samples]);
    const known = made.get(key) ?? factsIn(dataset, createSplit(spec, dataset).heldOut);
    made.set(key, known);
    return known;
  };
}

function factsIn({ interactions: { user, item } }: Dataset, heldOut: Int32Array): FactsOf {
  const hidden = new Set(heldOut);
  const ofPeople = new Map<number, number>();
  const ofItems = new Map<number, number>();
  const countIn = (counts: Map<number, number>, id: number): unknown => counts.set(id, (counts.get(id) ?? 0) + 1);
  item.forEach((id, at) => {
    if (hidden.has(at)) return;
    countIn(ofItems, id);
    countIn(ofPeople, user[at] ?? 0);
  });
  return ({ task, truth }) => {
    const asked = itemOfTask(task)?.id ?? (truth?.type === 'choice' ? truth.item.id : null);
    return {
      activity: ofPeople.get(task.user.id) ?? 0,
      popularity: asked === null ? null : (ofItems.get(asked) ?? 0),
    };
  };
}
