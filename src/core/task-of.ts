/** @file The task that a task's node carries. */
import type { Json } from './json.ts';
import { TASK_TYPES, type Task } from './task.ts';
import type { TraceNode } from './trace-tree.ts';

const member = (value: Json, name: string): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? ((value as { readonly [key: string]: Json })[name] ?? null)
    : null;

/**
 * The task in a node's detail, `{id, task}`, or null where there is none that can be shown, as in a trace that something
 * else wrote.
 */
export function taskOf({ detail }: Pick<TraceNode, 'detail'>): Task | null {
  const task = member(detail, 'task');
  const type = member(task, 'type');
  if (!TASK_TYPES.some((known) => known === type) || typeof member(member(task, 'user'), 'name') !== 'string')
    return null;
  const isComplete =
    type === 'direct-recommendation' || type === 'sequential-recommendation'
      ? Array.isArray(member(task, 'candidates'))
      : typeof member(member(task, 'item'), 'title') === 'string';
  return isComplete && typeof member(task, 'itemNoun') === 'string' && Array.isArray(member(task, 'examples'))
    ? (task as unknown as Task)
    : null;
}
