/**
 * @file What is compared: everything that answers a task.
 */
import type { RunContext } from './run-context.ts';
import type { Recommendation, Task } from './task.ts';
import type { AnswerFrom } from './trace.ts';
import type { Found } from './found.ts';
import type { Json } from './json.ts';

/** One answer; a recommender that explores once and answers twice gives two. */
export interface Answer {
  readonly from: AnswerFrom;
  readonly recommendation: Recommendation;
}

export interface Recommender {
  readonly name: string;
  /** @throws LabError `reply-unparseable` where no answer could be read: never a made-up number */
  recommend(task: Task, context: RunContext): Promise<readonly Answer[]>;
}

/**
 * @file Agents: parts of a recommender that answer a message by asking a model and their tools, alone or for another agent
 * (MACRec; Wang et al. 2024, section 3).
 */

/** What an agent came to. `failed` is true where the text tells of a failure. */
export interface AgentReply {
  readonly text: string;
  readonly failed: boolean;
  /** The text as data; absent where it is a model's own words. */
  readonly found?: Found;
}

/** An agent. It may be asked again and again; nothing is kept from one message to the next. */
export interface Agent {
  /** `Analyst`: also the name of its lane. */
  readonly name: string;
  /** What another agent reads about it. */
  readonly description: string;
  /**
   * Answers a message, such as `['user', 524]`. A message that it cannot make sense of has a reply that says so.
   * @param context at a node of its own
   */
  invoke(message: Json, context: RunContext): Promise<AgentReply>;
}

/**
 * @file What an agent may act with.
 */

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
