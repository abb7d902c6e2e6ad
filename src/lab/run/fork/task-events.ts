/** @file The events of one task of a run, as if the run had had that task alone. */
import { createTaskTraces } from '../../../trace/task-trace.ts';
import type { TraceEvent } from '../../../core/trace.ts';

/** From `run-start` on; null where the run has no such task, or did not come to its end and has others. */
export function taskEvents(events: readonly TraceEvent[], task: string): readonly TraceEvent[] | null {
  const isTask = (event: TraceEvent): boolean =>
    event.type === 'node-start' && event.detail !== null && 'id' in event.detail && event.detail.id === task;
  const [, first] = events;
  // Where it is the first one, it may be under way or have been stopped.
  if (first !== undefined && isTask(first)) {
    const next = events.findIndex((event, index) => index > 1 && event.type === 'node-start' && event.kind === 'task');
    return next === -1 ? events : events.slice(0, next);
  }
  const traces = createTaskTraces();
  for (const event of events) {
    const trace = traces.add(event);
    if (trace?.some(isTask) === true) return trace;
  }
  return null;
}
