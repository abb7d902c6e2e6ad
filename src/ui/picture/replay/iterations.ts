/** @file A search goes down from the start again and again: where in a trace each of its iterations ends. */
import type { TraceEvent } from '../../../core/trace.ts';

/** The position of the last event of each iteration, of the task with the most; empty where nothing searched so. */
export function iterationEnds(events: readonly TraceEvent[]): readonly number[] {
  const byTask = new Map<string, number[]>();
  events.forEach((event, position) => {
    if (event.type !== 'value-update') return;
    const task = event.node.split('.', 1)[0] ?? '';
    const ends = byTask.get(task) ?? [];
    ends[event.iteration - 1] = position;
    byTask.set(task, ends);
  });
  return [...byTask.values()].reduce<readonly number[]>((most, ends) => (ends.length > most.length ? ends : most), []);
}
