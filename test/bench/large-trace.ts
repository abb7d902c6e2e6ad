/** @file A trace of many states, of the shape that a wide search leaves. */
import type { Task } from '../../src/core/task.ts';
import { createTrace } from '../../src/trace/create-trace.ts';
import type { TraceEvent } from '../../src/core/trace.ts';

/** A task with about so many states, two levels deep, each with a thought, an action and an observation. */
export function largeTrace(states: number): TraceEvent[] {
  const events: TraceEvent[] = [];
  const trace = createTrace(
    (event) => events.push(event),
    () => 0,
  );
  const width = Math.ceil(Math.sqrt(states));
  trace.emit({ type: 'run-start', spec: null, dataset: null, model: 'built-in/reasoner', tasks: 1 });
  const user = { id: 1, name: 'person 1' };
  const item = { id: 1, title: 'A film (1995)' };
  const scale = { min: 0.5, max: 5, step: 0.5 };
  const task: Task = { type: 'rating-prediction', user, item, scale, itemNoun: 'film', examples: [] };
  const root = trace.child({ kind: 'task', label: 'person 1 · A film (1995)', detail: { id: '1:1', task } });
  const grow = (parent: typeof root, number: number): typeof root => {
    const state = parent.child({ kind: 'state', label: `state ${String(number)}`, detail: null });
    const action = { tool: 'database', arguments: { question: `What is number ${String(number)}?` } };
    const result = {
      thought: `Thought ${String(number)}.`,
      action,
      observation: `It is ${String(number)}.`,
      isEnd: false,
    };
    state.emit({ type: 'node-end', status: 'done', result });
    return state;
  };
  for (let branch = 0; branch < width; branch += 1) {
    const state = grow(root, branch * width);
    for (let leaf = 1; leaf < width; leaf += 1) grow(state, branch * width + leaf);
  }
  root.emit({ type: 'node-end', status: 'done', result: null });
  trace.emit({ type: 'run-end', outcome: 'done', summary: null });
  return events;
}
