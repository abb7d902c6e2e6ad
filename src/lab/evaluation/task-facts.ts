/** @file How much is known of who and what a task is about. */
import type { TaskFacts } from '../../core/evaluation.ts';
import { itemOfTask, type LabelledTask } from '../../core/task.ts';
import type { TrainingCounts } from './training-counts.ts';

/** Training interactions of the person, and of the item that a task asks about or whose choice is right. */
export function taskFacts({ task, truth }: LabelledTask, { ofPeople, ofItems }: TrainingCounts): TaskFacts {
  const asked = itemOfTask(task)?.id ?? (truth?.type === 'choice' ? truth.item.id : null);
  return {
    activity: ofPeople.get(task.user.id) ?? 0,
    popularity: asked === null ? null : (ofItems.get(asked) ?? 0),
  };
}
