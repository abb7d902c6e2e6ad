/** @file Kept runs, read to be shown. */
import type { LabDescription } from '../../../client/lab.ts';
import type { Session } from '../../session.svelte.ts';
import { originOf, RunView } from './run-view.svelte.ts';
import type { SavedRunList } from './saved-runs.svelte.ts';

/** Whose runs they are. */
interface Keeper {
  readonly session: Session;
  readonly setUp: { readonly description: LabDescription } | null;
  readonly saved: SavedRunList;
}

/**
 * Kept runs as they are shown side by side. A fork beside the run that it branches off from is called after it.
 * @param ids of the runs
 * @throws LabError `name-unknown` for a run that is not kept here
 */
export async function keptViews({ session, setUp, saved }: Keeper, ids: readonly string[]): Promise<RunView[]> {
  const kept = await Promise.all(ids.map((id) => session.client.readRun(id)));
  return kept.map((run, at) => {
    const id = ids[at] ?? '';
    const known = saved.runs.find((one) => one.id === id);
    const events = session.eventsOf(run);
    const origin = originOf(events, setUp?.description ?? null, known?.title ?? id);
    const isBeside = known?.fork !== undefined && ids.includes(known.fork.run);
    return new RunView(isBeside ? { ...origin, title: `${origin.title}, forked` } : origin, events, id);
  });
}
