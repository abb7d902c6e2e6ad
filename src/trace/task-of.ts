/** @file The task that a task's node carries. */
import { TASK_TYPES, type Task } from '../core/task.ts';
import type { TraceNode } from './trace-tree.ts';

/** The task that a node begins with; null where it begins with something else, or with a task of a kind that the lab does not have. */
export function taskOf({ detail }: Pick<TraceNode, 'detail'>): Task | null {
  const task = detail !== null && 'task' in detail ? detail.task : null;
  return TASK_TYPES.some((type) => type === task?.type) ? task : null;
}
