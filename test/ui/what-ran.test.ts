/** @file What is said of a run that has ended: its calls are counted as its lane counts them, and rules are called no model. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { costAt } from '../../src/trace/trace-ink.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { measuredOf, tellingState } from '../../src/ui/pages/plan/what-ran.ts';
import { PLAN } from '../../src/ui/pages/plan/words.ts';

async function viewOf(planner: string): Promise<RunView> {
  const file = await readFile(new URL(`../../datasets/ready-case/${planner}.jsonl.gz`, import.meta.url));
  return new RunView({ title: planner, keeps: '', planner }, parseTrace(gunzipSync(file).toString()));
}

test('the list of planners counts the calls that the lane counts', async () => {
  const view = await viewOf('chain-of-thought');
  const [task] = view.tree.tasks;
  const lane = costAt([...view.tree.nodes.values()], Infinity, 'kept').modelCalls;
  expect(task?.answers).toHaveLength(2);
  expect(view.tree.totals.modelCalls).toBe(lane + 1);
  expect(measuredOf('chain-of-thought', view)['chain-of-thought']).toMatchObject({ modelCalls: lane, byRules: true });
});

test('calls that rules answered are not called a model’s', () => {
  const last = { modelCalls: 1234, milliseconds: 640 };
  expect(PLAN.lastRun({ ...last, byRules: true })).toBe('The last run: 1,234 calls, all answered by rules, 640 ms.');
  expect(PLAN.lastRun({ ...last, byRules: false })).toBe('The last run: 1,234 model calls, 640 ms.');
});

test('the state that is read first is in the first picture', async () => {
  const runs = await Promise.all(['chain-of-thought', 'self-inspiring'].map(viewOf));
  expect(tellingState(runs)).toMatchObject({ run: 0, what: 'state' });
  expect(tellingState([])).toBeNull();
});
