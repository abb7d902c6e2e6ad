import { tick } from 'svelte';
import { CUSTOM_PLANNER, ownProgram, type PlannerProgram } from '../../../core/planner-program.ts';
import type { SetUp } from '../plan/set-up.svelte.ts';
import type { LabErrorData } from '../../../core/errors.ts';
import type { RunView } from '../plan/run-view.svelte.ts';

export const PROGRAM_ID = 'program';

/** Opens the editor, and chooses the planner that is written there; or closes it. */
export async function toggleEditor(setUp: SetUp): Promise<void> {
  setUp.writing = !setUp.writing;
  if (!setUp.writing) return;
  if (!setUp.planners.includes(CUSTOM_PLANNER)) setUp.toggle(CUSTOM_PLANNER);
  await tick();
  // On a phone it stands far above the list of planners.
  document.getElementById(PROGRAM_ID)?.scrollIntoView({ block: 'nearest' });
}

export interface ProgramFailure {
  readonly message: string;
  readonly place: { readonly line: number; readonly column: number } | null;
}

function failureIn({ code, message, details }: LabErrorData): ProgramFailure | null {
  if (code !== 'program-failed' && code !== 'program-limit') return null;
  const { line, column } = (details ?? {}) as { readonly line?: unknown; readonly column?: unknown };
  return { message, place: typeof line === 'number' && typeof column === 'number' ? { line, column } : null };
}

export function programFailure(runs: readonly RunView[], { source }: PlannerProgram): ProgramFailure | null {
  for (const run of runs) {
    // The tree, and not the events, says when it has grown: a run comes here before its first event.
    const { start, nodes, runErrors } = run.grown;
    if (start === null || ownProgram(start.spec)?.source !== source) continue;
    for (const { error } of [...runErrors, ...[...nodes.values()].flatMap(({ errors }) => errors)]) {
      const failure = failureIn(error);
      if (failure !== null) return failure;
    }
  }
  return null;
}
