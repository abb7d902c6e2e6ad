/** @file The task that a task's node carries. */
import { jsonMember } from '../core/json.ts';
import { TASK_TYPES, type Task } from '../core/task.ts';
import type { TraceNode } from './trace-tree.ts';

/**
 * The task in a node's detail, `{id, task}`, or null where there is none that can be shown, as in a trace that something
 * else wrote.
 */
export function taskOf({ detail }: Pick<TraceNode, 'detail'>): Task | null {
  const task = jsonMember(detail, 'task');
  const type = jsonMember(task, 'type');
  if (!TASK_TYPES.some((known) => known === type) || typeof jsonMember(jsonMember(task, 'user'), 'name') !== 'string')
    return null;
  const isComplete =
    type === 'direct-recommendation' || type === 'sequential-recommendation'
      ? Array.isArray(jsonMember(task, 'candidates'))
      : typeof jsonMember(jsonMember(task, 'item'), 'title') === 'string';
  return isComplete && typeof jsonMember(task, 'itemNoun') === 'string' && Array.isArray(jsonMember(task, 'examples'))
    ? (task as unknown as Task)
    : null;
}
