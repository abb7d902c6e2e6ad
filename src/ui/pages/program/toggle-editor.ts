/** @file Opens and closes the editor of the person's own planner. */
import { tick } from 'svelte';
import { CUSTOM_PLANNER } from '../../../core/planner-program.ts';
import type { SetUp } from '../plan/set-up.svelte.ts';

/** The id of the editor's section. */
export const PROGRAM_ID = 'program';

/** Opens the editor, and chooses the planner that is written there; or closes it. */
export async function toggleEditor(setUp: SetUp): Promise<void> {
  setUp.writing = !setUp.writing;
  if (!setUp.writing) return;
  if (!setUp.planners.includes(CUSTOM_PLANNER)) setUp.togglePlanner(CUSTOM_PLANNER);
  await tick();
  // On a phone it stands far above the list of planners.
  document.getElementById(PROGRAM_ID)?.scrollIntoView({ block: 'nearest' });
}
