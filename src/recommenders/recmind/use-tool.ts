/**
 * @file Acting: a tool is called with the input that the model wrote, and what comes back is written to the trace.
 */
import type { Found } from '../../core/found.ts';
import type { Json } from '../../core/json.ts';
import type { RunContext } from '../../core/run-context.ts';
import type { Tool } from '../../core/recommender.ts';

/** (a, o): the action as it was taken and what was observed. Every tool of RecMind takes one text. */
export async function useTool(
  tool: Tool,
  input: string,
  context: RunContext,
): Promise<{ action: { tool: string; arguments: Json }; observation: string; found?: Found }> {
  const args = argumentsOf(tool, input);
  const call = context.trace.emit({ type: 'tool-call', tool: tool.name, arguments: args });
  const { observation, detail, failed, found } = context.forked?.recall() ?? (await tool.execute(args, context));
  context.trace.emit({ type: 'tool-result', call, observation, failed, detail, ...(found && { found }) });
  return { action: { tool: tool.name, arguments: args }, observation, ...(found && { found }) };
}

/** The input under the name of the tool's one argument, as its schema says. */
export function argumentsOf({ parameters }: Tool, input: string): Json {
  const { properties } = parameters as { readonly properties?: { readonly [name: string]: Json } };
  return { [Object.keys(properties ?? {})[0] ?? 'input']: input };
}
