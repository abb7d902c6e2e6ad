/** @file What a person chose at a step of a fork in the place of the action that the model wrote. */
import { writeAction, type Action, type CommandForm } from '../../../core/action.ts';
import type { Reading } from '../../../core/reply/generate.ts';
import type { RunContext } from '../../../core/run-context.ts';
import type { ActionKind } from './action.ts';
import { parseJsonAction, parseTextAction } from './read-action.ts';

/** An action as it was written, and as it was read. */
export interface WrittenAction {
  readonly written: string;
  readonly reading: Reading<Action>;
}

/** The action, or what a person put in its place; that is read as if the model had written it, in whichever form. */
export function editedAction(
  action: WrittenAction,
  { kinds, form }: { readonly kinds: readonly ActionKind[]; readonly form: CommandForm },
  { forked, trace }: Pick<RunContext, 'forked' | 'trace'>,
): WrittenAction {
  const after = forked?.edit.action;
  if (after === undefined || after === null) return action;
  const { reading } = action;
  const before = reading.ok ? { tool: reading.value.type, input: reading.value.content } : null;
  trace.emit({ type: 'state-edit', part: 'action', before, after });
  const { tool, input } = after;
  // A text for one place is taken as it is; one for several is cut at its commas, as a model's would be.
  const isList = typeof input === 'string' && kinds.some(({ name, slots }) => name === tool && slots.length > 1);
  const read = isList
    ? parseTextAction(`${tool}[${input}]`, kinds)
    : parseJsonAction(JSON.stringify({ type: tool, content: input }), kinds);
  return { written: writeAction(read.ok ? read.value : { type: tool, content: input }, form), reading: read };
}
