/** @file The case that the Plan page opens with: run again in this browser, it comes to the recorded events. */
import { expect, test } from 'vitest';
import type { RunSpec } from '../../src/core/run.ts';
import { loadReadyCase } from '../../src/ui/pages/plan/ready-case.ts';
import { specOf } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { readyLab } from './ready-lab.ts';

test('a live run of each planner has the digest of the recorded one', async () => {
  const client = await readyLab();
  const { ready, runs } = await loadReadyCase();
  const specs = runs.map(({ events }) => specOf(events)).filter((spec): spec is RunSpec => spec !== null);
  const { signal } = new AbortController();
  const live: Record<string, string> = {};
  for (const spec of specs) {
    const { digest } = await client.start('run', null, spec, { onEvents: () => undefined, signal });
    const { planner } = spec.recommender.options;
    if (typeof planner === 'string') live[planner] = digest;
  }
  expect(live).toEqual(Object.fromEntries(ready.planners.map(({ name, digest }) => [name, digest])));
});
