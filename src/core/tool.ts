/**
 * @file What an agent may act with.
 */
import type { Json } from './json.ts';
import type { RunContext } from './run-context.ts';

/** What a tool gives back: `observation` is what the model reads, `detail` what a person may open. */
export interface ToolResult {
  readonly observation: string;
  readonly detail: Json;
  /** True where the observation tells of a failure. */
  readonly failed: boolean;
}

/** A tool. A failure that the model can react to is an observation; only an abort, a limit or a bug is thrown. */
export interface Tool {
  readonly name: string;
  /** What a model reads. */
  readonly description: string;
  /** A JSON Schema of the arguments. */
  readonly parameters: Json;
  execute(args: Json, context: RunContext): Promise<ToolResult>;
}
