/** @file Traces as large as they come, made up: every state asks a model and a tool, as in a real run. */
import type { Task } from '../src/core/task.ts';
import type { EventBody, TraceEvent } from '../src/core/trace.ts';

/** How states follow each other: all in one chain, each below the one before, or as branches of ten. */
export type Shape = 'chain' | 'branches';

const TASK: Task = {
  type: 'rating-prediction',
  user: { id: 1, name: 'person 1' },
  item: { id: 2, title: 'Heat (1995)' },
  itemNoun: 'film',
  scale: { min: 1, max: 5, step: 1 },
  examples: [],
};

/** A whole run of one task with so many states: five events for each, and three. */
export function largeTrace(states: number, shape: Shape): TraceEvent[] {
  const events: TraceEvent[] = [];
  const emit = (node: string, body: EventBody): number => {
    events.push({ seq: events.length, time: events.length, node, ...body });
    return events.length - 1;
  };
  emit('', {
    type: 'run-start',
    spec: { dataset: { name: 'made-up' } },
    dataset: null,
    model: 'reasoner/rules',
    tasks: 1,
  });
  emit('0', { type: 'node-start', parent: null, kind: 'task', label: 'person 1', detail: { id: '1:2', task: TASK } });
  let before = '0';
  for (let at = 0; at < states; at += 1) {
    const node = shape === 'chain' ? `${before}.0` : `0.${at}`;
    const parent = shape === 'branches' && at % 10 === 0 ? '0' : before;
    emit(node, { type: 'node-start', parent, kind: 'state', label: `step ${at}`, detail: null });
    const tool = emit(node, { type: 'tool-call', tool: 'database', arguments: { query: 'How is it rated?' } });
    emit(node, { type: 'tool-result', call: tool, observation: `Row ${at}.`, failed: false, detail: null });
    const result = {
      thought: `Thought ${at}`,
      action: { tool: 'database', arguments: 'x' },
      observation: 'y',
      isEnd: false,
    };
    emit(node, { type: 'node-end', status: 'done', result });
    emit(node, { type: 'evaluate-result', verdict: 'keep', reason: 'It helps.' });
    before = node;
  }
  emit('', { type: 'run-end', outcome: 'done', summary: null });
  return events;
}
