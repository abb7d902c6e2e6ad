/** @file What a search knew of a state at a moment: its value, and how often its iterations passed through. */
import type { TraceNode } from './trace-tree.ts';

/** V(s) and N(s). */
export interface StateValue {
  /** 0 to 1. */
  readonly value: number;
  /** Null where no iteration has passed through, or where the planner counts none. */
  readonly visits: number | null;
}

/** As of event `position`; null for a state that was not valued by then. */
export function valueAt({ valued, updates }: TraceNode, position: number): StateValue | null {
  const update = updates.findLast(({ seq }) => seq <= position);
  if (update !== undefined) return { value: update.value, visits: update.visits };
  return valued !== null && valued.seq <= position ? { value: valued.value, visits: null } : null;
}

/** `.62 ×3`: the value, and after an iteration the visits. */
export function valueInShort({ value, visits }: StateValue): string {
  return `${value.toFixed(2)}${visits === null ? '' : ` ×${visits}`}`;
}

/** The same for who listens. */
export function valueInWords({ value, visits }: StateValue): string {
  return `value ${value.toFixed(2)}${visits === null ? '' : `, ${visits} visits`}`;
}
