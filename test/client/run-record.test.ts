import { describe, expect, test } from 'vitest';
import { createRunRecord } from '../../src/client/run-record.ts';
import { LabError } from '../../src/core/errors.ts';
import type { TraceEvent } from '../../src/core/trace.ts';

const started: readonly TraceEvent[] = [
  { seq: 0, time: 0, node: '', type: 'run-start', spec: null, dataset: null, model: 'built-in/reasoner', tasks: 1 },
  { seq: 1, time: 3, node: '0', type: 'node-start', parent: null, kind: 'task', label: '', detail: null },
];

describe('createRunRecord', () => {
  test('ends a run whose worker died with an error and a run-end that follow on', () => {
    const seen: TraceEvent[] = [];
    const record = createRunRecord((batch) => seen.push(...batch));
    record.add(started);
    const summary = record.close(new LabError('sql-timeout', 'A query ran too long.'));
    expect(seen.map(({ seq, type }) => [seq, type])).toEqual([
      [0, 'run-start'],
      [1, 'node-start'],
      [2, 'error'],
      [3, 'run-end'],
    ]);
    expect(summary).toMatchObject({ outcome: 'failed', failures: { 'sql-timeout': 1 } });
  });

  test('nothing that the lost worker still sends gets behind the end', () => {
    const seen: TraceEvent[] = [];
    const record = createRunRecord((batch) => seen.push(...batch));
    record.add(started);
    record.close(new LabError('aborted', 'Stopped.'));
    record.add([{ seq: 2, time: 9, node: '0', type: 'node-prune', reason: 'late' }]);
    expect(seen.at(-1)?.type).toBe('run-end');
  });
});
