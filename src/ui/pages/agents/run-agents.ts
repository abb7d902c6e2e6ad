import { LabError } from '../../../core/errors.ts';
import type { RunSpec, RunSummary } from '../../../core/run.ts';
import { RunView } from '../plan/run-view.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import type { StateEdit } from '../../../core/fork.ts';
import type { SavedRunList } from '../plan/saved-runs.svelte.ts';
import type { Stage } from '../plan/stage.svelte.ts';

interface AgentsPage {
  readonly session: Session;
  readonly stage: Stage;
  readonly saved: SavedRunList;
  show(view: RunView): void;
  work(what: string, action: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

export async function runAgents(
  page: Pick<AgentsPage, 'session' | 'show'>,
  view: RunView,
  spec: RunSpec,
  signal: AbortSignal,
): Promise<RunSummary> {
  page.show(view);
  const summary = await view.run(page.session.client, spec, signal);
  const isDone = summary.outcome === 'done';
  page.session.announcement = isDone ? 'The agents have answered.' : 'The agents found no answer.';
  return summary;
}

/** @throws LabError what a run failed of */
export function throwFailure({ tree }: RunView, { outcome }: RunSummary): void {
  const failure = [...tree.nodes.values()].findLast(({ errors }) => errors.length > 0)?.errors.at(-1);
  if (outcome === 'failed' && failure !== undefined) throw LabError.fromData(failure.error);
}

/** Runs on from a step of the run on the page, with what was edited there. A run that is not kept here is kept first. */
export async function forkAgents(agents: AgentsPage, node: string, edit: StateEdit): Promise<void> {
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
  await agents.saved.makeRoom();
}
