/** @file Stop on the Plan page: while a run is still being prepared, and with some planners done. */
import { expect, test } from 'vitest';
import type { Models } from '../../src/ui/pages/library/models.svelte.ts';
import { Notice } from '../../src/ui/notice.svelte.ts';
import { Plan } from '../../src/ui/pages/plan/plan.svelte.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import type { SetUp } from '../../src/ui/pages/plan/set-up.svelte.ts';
import type { Session } from '../../src/ui/session.svelte.ts';
import { scriptedRun } from './scripted-run.ts';

// There is no frame here.

/** A page whose runs are prepared until they are stopped. */
function planThatPrepares(): Plan {
  const session = {
    notice: new Notice(),
    attempt: (_what: string, work: () => Promise<void>) => work(),
    settle: () => undefined,
    prepare: (_spec: unknown, signal: AbortSignal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(false));
      }),
    kept: { refresh: () => Promise.resolve() },
  } as unknown as Session;
  const plan = new Plan(session, { onGone: () => undefined } as unknown as Models);
  const chosen = [{ name: 'chain-of-thought', title: 'Chain-of-Thought', keeps: '' }];
  plan.setUp = { chosen, spec: () => ({}) } as unknown as SetUp;
  return plan;
}

test('leaves what was on the page, and says that nothing was run', async () => {
  const plan = planThatPrepares();
  const view = new RunView({ title: '', keeps: '', planner: '' }, await scriptedRun({ planner: 'chain-of-thought' }));
  plan.stage.show([view]);
  const ended = plan.run();
  expect(plan.stage.runs).toEqual([]);
  plan.running?.stop();
  await ended;
  expect(plan.stage.runs).toEqual([view]);
  expect(plan.session.notice.text).toMatch(/^Stopped/);
  expect(plan.running).toBeNull();
});
