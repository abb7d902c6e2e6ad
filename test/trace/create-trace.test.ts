import { describe, expect, test } from 'vitest';
import { createTrace } from '../../src/trace/create-trace.ts';
import type { TraceEvent } from '../../src/core/trace.ts';

describe('createTrace', () => {
  test('numbers events without gaps, paths in the order of starting, and times from the start', () => {
    const events: TraceEvent[] = [];
    let clock = 1000;
    const trace = createTrace(
      (event) => events.push(event),
      () => (clock += 2),
    );
    const task = trace.child({ kind: 'task', label: 'a task', detail: null });
    const first = task.child({ kind: 'state', label: 'first', detail: null });
    first.child({ kind: 'state', label: 'under it', detail: null });
    task.child({ kind: 'state', label: 'second', detail: null, parent: '0.0' });
    const seq = first.emit({ type: 'node-prune', reason: 'wrong film' });

    expect(events.map((event) => event.seq)).toEqual([0, 1, 2, 3, 4]);
    expect(seq).toBe(4);
    expect(events.map((event) => event.node)).toEqual(['0', '0.0', '0.0.0', '0.1', '0.0']);
    expect(events.map((event) => event.time)).toEqual([2, 4, 6, 8, 10]);
    expect(events.map((event) => (event.type === 'node-start' ? event.parent : undefined))).toEqual([
      null,
      '0',
      '0.0',
      '0.0',
      undefined,
    ]);
  });
});
