/** @file What a person wrote in the place of a text of a state, in a fork. */
import type { RunContext } from '../run-context.ts';

/** The thought or the observation, or what a person wrote in its place; where one did, that is in the trace. */
export function editedText(
  part: 'thought' | 'observation',
  before: string,
  { forked, trace }: Pick<RunContext, 'forked' | 'trace'>,
): string {
  const after = forked?.edit[part];
  if (after === undefined) return before;
  trace.emit({ type: 'state-edit', part, before, after });
  return after;
}
