/** @file Running agents into a view of the page. */
import { LabError } from '../../core/errors.ts';
import type { RunSpec, RunSummary } from '../../core/run.ts';
import type { RunView } from '../plan/run-view.svelte.ts';
import type { Session } from '../session.svelte.ts';

/** Runs a spec of agents while its view grows, and announces whether they answered. */
export async function runAgents(
  session: Session,
  view: RunView,
  spec: RunSpec,
  signal: AbortSignal,
): Promise<RunSummary> {
  const summary = await session.client.run(spec, {
    onEvents: (batch) => view.add(batch),
    onKept: (id) => (view.id = id),
    signal,
  });
  session.announcement = summary.outcome === 'done' ? 'The agents have answered.' : 'The agents came to no answer.';
  return summary;
}

/** @throws LabError what a run failed of */
export function throwFailure({ tree }: RunView, { outcome }: RunSummary): void {
  const failure = [...tree.nodes.values()].findLast(({ errors }) => errors.length > 0)?.errors.at(-1);
  if (outcome === 'failed' && failure !== undefined) throw LabError.fromData(failure.error);
}
