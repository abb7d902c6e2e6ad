import { expect, test } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import { taskOf } from '../../src/trace/task-of.ts';
import { HEAT, scriptedRun } from '../ui/scripted-run.ts';

test('the task of a run is read from its node, and nothing from a detail of another shape', async () => {
  const [task] = traceTree(await scriptedRun({ planner: 'input-output' })).tasks as [TraceNode];
  expect(taskOf(task)).toEqual(HEAT);
  const others: Json[] = [null, 'text', [], { task: null }, { task: { type: 'rating-prediction', user: 'Ada' } }];
  for (const detail of others) expect(taskOf({ ...task, detail })).toBeNull();
});
