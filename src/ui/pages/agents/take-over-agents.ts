/** @file Taking over, on the Agents page, a run of another tab. */
import type { Agents } from './agents.svelte.ts';
import { runAgents, throwFailure } from './run-agents.ts';

/** Runs again, from its start, what another tab runs, which stops there. */
export async function takeOverAgents(agents: Agents): Promise<void> {
  const { session } = agents;
  const taken = await agents.shared.takeOver();
  if (taken === null) return;
  const { spec, before, view } = taken;
  await agents.work('The run', async (signal) => {
    if (!(await session.use(spec.dataset.name)) || !(await session.prepare(spec, signal))) return;
    throwFailure(view, await runAgents(agents, view, spec, signal, before));
  });
  await agents.plan.saved.makeRoom();
}
