/**
 * @file The action that a person chose at a state of a fork, put in the place of the model's. The change is in the trace.
 */
import { textOf } from '../../core/action.ts';
import { LabError } from '../../core/errors.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Tool } from '../../core/tool.ts';
import type { Step } from './actions.ts';

/**
 * The step with the action that a person chose, if one did. A step that could not be read has a thought of no words then.
 * @throws LabError `name-unknown` where the run has no such tool
 */
export function editedAction(
  step: Step | null,
  tools: readonly Tool[],
  { forked, trace }: Pick<RunContext, 'forked' | 'trace'>,
): Step | null {
  const after = forked?.edit.action;
  if (after === undefined) return step;
  const before = step?.action ? { tool: step.action.tool.name, input: step.action.input } : null;
  trace.emit({ type: 'state-edit', part: 'action', before, after });
  const thought = step?.thought ?? '';
  if (after === null) return { thought, action: null };
  const tool = tools.find(({ name }) => name === after.tool);
  if (tool !== undefined) return { thought, action: { tool, input: textOf(after.input) } };
  const names = tools.map(({ name }) => name).join(', ');
  throw new LabError('name-unknown', `fork.edits: the run has no tool "${after.tool}"; one of ${names}.`);
}
