/**
 * @file A command that a tool carries out, with its call and result in the trace.
 */
import type { Action } from '../../../core/action.ts';
import { LabError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { RunContext } from '../../../core/run-context.ts';
import type { Tool, ToolResult } from '../../../core/recommender.ts';

/** The result of the tool that has the action's name. @throws LabError `name-unknown` where there is none */
export async function useTool(
  tools: readonly Tool[],
  { type, content }: Action,
  context: RunContext,
): Promise<Pick<ToolResult, 'observation' | 'found'>> {
  const tool = tools.find(({ name }) => name === type);
  if (tool === undefined) throw new LabError('name-unknown', `There is no tool ${type} here.`);
  const { properties = {} } = tool.parameters as { readonly properties?: { readonly [name: string]: Json } };
  const values: readonly Json[] = Array.isArray(content) ? content : [content];
  const args = Object.fromEntries(Object.keys(properties).map((name, at) => [name, values[at] ?? null]));
  const call = context.trace.emit({ type: 'tool-call', tool: type, arguments: args });
  const { observation, detail, failed, found } = context.forked?.recall() ?? (await tool.execute(args, context));
  context.trace.emit({ type: 'tool-result', call, observation, failed, detail, ...(found && { found }) });
  return { observation, ...(found && { found }) };
}
