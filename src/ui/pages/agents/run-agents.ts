/** @file Running agents into a view of the page. */
import { LabError } from '../../../core/errors.ts';
import type { RunSpec, RunSummary } from '../../../core/run.ts';
import type { RunView } from '../plan/run-view.svelte.ts';
import type { Session } from '../../session.svelte.ts';

/** The page that agents run on. */
interface AgentsPage {
  readonly session: Session;
  show(view: RunView): void;
}

/** Runs a spec of agents while its view grows on the page, and announces whether they answered. */
export async function runAgents(
  page: AgentsPage,
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
