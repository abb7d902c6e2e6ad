/** @file Which state of the runs on the stage is worth reading first. */
import { inkAt, isInspired } from '../../core/trace-ink.ts';
import type { RunView } from './run-view.svelte.ts';
import type { Selection } from './stage.svelte.ts';

/** A state worth reading first: an inspired one that was kept, else one that used a tool, in the last run. */
export function tellingState(runs: readonly RunView[]): Selection | null {
  const states = [...(runs.at(-1)?.tree.nodes.values() ?? [])].filter(({ tools }) => tools.length > 0);
  const node = states.find((state) => isInspired(state) && inkAt(state, 'kept', Infinity) === 'kept') ?? states[0];
  return node === undefined ? null : { run: runs.length - 1, what: 'state', id: node.id };
}
