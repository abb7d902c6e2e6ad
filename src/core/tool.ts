/**
 * @file What an agent may act with.
 */
import type { Found } from './found.ts';
import type { Json } from './json.ts';
import type { RunContext } from './run-context.ts';
import type { Task } from './task.ts';

/** What a tool gives back: `observation` is what the model reads, `found` the same as data, `detail` what else a person may open. */
export interface ToolResult {
  readonly observation: string;
  readonly detail: Json;
  /** Left out by tools that look nothing up. */
  readonly found?: Found;
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
  /** Uses of the tool that help with a task and that no model has to word. */
  offer?(task: Task): readonly OfferedAction[];
}

/** One use of a tool: an element of a finite set of actions. */
export interface OfferedAction {
  /** Unique among the actions of a task: `user-average`. */
  readonly name: string;
  readonly tool: Tool;
  /** What the tool is asked. */
  readonly input: string;
  /** What it gives, as a list of actions says it; absent where the input says so, as a question does. */
  readonly gives?: string;
  /** Why, as a step of a worked example thinks; absent where it is no part of one. */
  readonly thought?: string;
}
