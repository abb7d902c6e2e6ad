/** @file The manager's Finish: how a task's answer is written. */
import type { ActionKind, Place } from './agents/action.ts';
import { wantedOf } from '../../core/finished-answer.ts';
import { isRanking, type Task } from '../../core/task.ts';

/** Finish as the task wants it. */
export function finishKind(task: Task): ActionKind {
  if (isRanking(task)) {
    const among = task.candidates.map(({ id }) => id);
    const choice = among.length === 0 ? {} : { choice: { among, items: task.candidates, count: wantedOf(among) } };

    const name = 'ids of the candidates, the likeliest first';
    return { name: 'Finish', slots: [{ name, holds: 'integers', ...choice }] };
  }
  const slot: Place =
    task.type === 'rating-prediction' ? { name: 'rating', holds: 'number' } : { name: 'answer', holds: 'text' };
  return { name: 'Finish', slots: [slot] };
}
