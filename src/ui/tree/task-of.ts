/** @file The task that a task's node carries. */
import type { Task } from '../../core/task.ts';
import type { TraceNode } from '../../core/trace-tree.ts';

const TYPES: readonly Task['type'][] = ['rating-prediction', 'direct-recommendation', 'sequential-recommendation'];

/** The task in a node's detail, or null where there is none, as in a trace that was written by something else. */
export function taskOf({ detail }: TraceNode): Task | null {
  if (typeof detail !== 'object' || detail === null || !('type' in detail) || !('user' in detail)) return null;
  return TYPES.some((type) => type === detail.type) ? (detail as unknown as Task) : null;
}
