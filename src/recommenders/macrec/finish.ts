/** @file The manager's Finish: how a task's answer is written. */
import type { ActionKind, Slot } from './agents/action.ts';
import { wantedOf } from '../../core/finished-answer.ts';
import { isRanking, type Task } from '../../core/task.ts';

/** Finish as the task wants it. */
export function finishKind(task: Task): ActionKind {
  if (isRanking(task)) {
    const among = task.candidates.map(({ id }) => id);
    const choice = among.length === 0 ? {} : { choice: { among, items: task.candidates, count: wantedOf(among) } };
    return { name: 'Finish', slots: [{ name: 'ids of the candidates, best first', holds: 'integers', ...choice }] };
  }
  return task.type === 'rating-prediction' ? finishWith('rating', 'number') : finishWith('answer', 'text');
}

const finishWith = (name: string, holds: Slot): ActionKind => ({ name: 'Finish', slots: [{ name, holds }] });
