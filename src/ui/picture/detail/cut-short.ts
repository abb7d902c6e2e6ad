/** @file Runs that ended before they were done: what they waited for never comes. */
import type { Stage } from '../../pages/plan/stage.svelte.ts';

/** What ended a run before it was done, once all of it is shown: `the run was stopped`; null where it goes on, or is done. */
export function cutShort(stage: Stage, run: number): string | null {
  const end = stage.runs[run]?.grown.end ?? null;
  if (end === null || end.outcome === 'done' || end.seq > stage.positionOf(run)) return null;
  return end.outcome === 'aborted' ? 'the run was stopped' : 'the run failed';
}
