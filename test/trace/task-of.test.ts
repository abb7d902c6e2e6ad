import { expect, test } from 'vitest';
import { type NodeDetail, taskOf } from '../../src/core/node-data.ts';
import { traceTree, type TraceNode } from '../../src/trace/trace-tree.ts';
import { HEAT, scriptedRun } from '../ui/scripted-run.ts';

test('the task of a run is read from its node, and nothing from another detail', async () => {
  const [task] = traceTree(await scriptedRun({ planner: 'input-output' })).tasks as [TraceNode];
  expect(taskOf(task)).toEqual(HEAT);
  const others: NodeDetail[] = [null, { alternative: true }, { id: '1', task: { ...HEAT, type: 'new' as never } }];
  for (const detail of others) expect(taskOf({ ...task, detail })).toBeNull();
});
