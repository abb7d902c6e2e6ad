/** @file Forking the run on the Agents page. */
import type { StateEdit } from '../../../core/fork.ts';
import { RunView } from '../plan/run-view.svelte.ts';
import type { Agents } from './agents.svelte.ts';
import { runAgents, throwFailure } from './run-agents.ts';

/** Runs on from a step of the run on the page, with what was edited there. A run that is not kept here is kept first. */
export async function forkAgents(agents: Agents, node: string, edit: StateEdit): Promise<void> {
  const { session, stage } = agents;
  const [parent] = stage.runs;
  if (parent === undefined) return;
  await agents.work('The fork', async (signal) => {
    parent.id ??= await session.client.keepRun(parent.events);
    const spec = await session.client.fork(parent.id, node, edit);
    if (!(await session.prepare(spec, signal))) return;
    const view = new RunView({ ...parent.origin, title: `${parent.origin.title}, forked` });
    const summary = await runAgents(agents, view, spec, signal);
    // A fork has the step's own task alone.
    stage.reveal({ run: 0, what: 'state', id: node.replace(/^\d+/, '0') });
    throwFailure(view, summary);
  });
  await agents.plan.saved.makeRoom();
}
