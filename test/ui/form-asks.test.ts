/** @file What is said where the form asks something else than the stage shows. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describeLab } from '../../src/lab/describe.ts';
import { parseTrace } from '../../src/trace/trace-file.ts';
import { taskOf } from '../../src/core/node-data.ts';
import { hasOtherSettings, otherQuestion } from '../../src/ui/pages/plan/form-asks.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';
import { Stage } from '../../src/ui/pages/plan/stage.svelte.ts';
import { HEAT } from './scripted-run.ts';

const PLANNERS = ['chain-of-thought', 'tree-of-thoughts-dfs', 'self-inspiring'];

async function readyStage(): Promise<Stage> {
  const stage = new Stage();
  const runs = PLANNERS.map(async (planner) => {
    const file = await readFile(new URL(`../../datasets/ready-case/${planner}.jsonl.gz`, import.meta.url));
    return new RunView({ title: planner, keeps: '', planner }, parseTrace(gunzipSync(file).toString()));
  });
  stage.show(await Promise.all(runs));
  return stage;
}

test('the question of the form is told where it is another one', async () => {
  const stage = await readyStage();
  const shown = stage.scenes[0] === undefined ? null : taskOf(stage.scenes[0].task);
  expect(otherQuestion(stage, HEAT)).toEqual({ before: 'What would person 599 give ', title: 'Heat', after: '?' });
  expect([otherQuestion(stage, shown), otherQuestion(stage, null)]).toEqual([null, null]);
  expect(otherQuestion(new Stage(), HEAT)).toBeNull();
});

test('so is that it would run other planners, or with other numbers', async () => {
  const stage = await readyStage();
  const fresh = (): SetUp => new SetUp(describeLab(), () => ({}));
  const changes: ((setUp: SetUp) => void)[] = [
    (setUp) => setUp.togglePlanner('beam-search'),
    (setUp) => setUp.togglePlanner('self-inspiring'),
    (setUp) => (setUp.seed = 21),
    (setUp) => (setUp.steps = 3),
    (setUp) => (setUp.shots = 0),
    (setUp) => (setUp.dials = { ...setUp.dials, evaluatorAccuracy: 0.6 }),
  ];
  expect(hasOtherSettings(stage, fresh())).toBe(false);
  for (const change of changes) {
    const setUp = fresh();
    change(setUp);
    expect(hasOtherSettings(stage, setUp), String(change)).toBe(true);
  }
});
