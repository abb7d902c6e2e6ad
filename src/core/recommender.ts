/** @file What answers a task, and what it acts with: recommenders, agents and tools. */
import type { RunContext } from './run-context.ts';
import type { Recommendation, Task } from './task.ts';
import type { AnswerFrom } from './trace.ts';
import type { Found } from './found.ts';
import type { Json } from './json.ts';

export const BASELINE_PREFIX = 'baseline/';

/** By what lists call a method: `self-inspiring`, `macrec/analyst`, `baseline/popularity`. A baseline asks no model and reads no examples. */
export function methodKind(name: string): 'planner' | 'agents' | 'baseline' {
  if (name.startsWith(BASELINE_PREFIX)) return 'baseline';
  return name.includes('/') ? 'agents' : 'planner';
}

export interface Answer {
  readonly from: AnswerFrom;
  readonly recommendation: Recommendation;
}

export interface Recommender {
  readonly name: string;
  /** @throws LabError `reply-unparseable` where no answer could be read: never a made-up number */
  recommend(task: Task, context: RunContext): Promise<readonly Answer[]>;
}

export interface AgentReply {
  readonly text: string;
  readonly failed: boolean;
  readonly found?: Found;
}

/** A part of a recommender that answers a message by asking a model and its tools (MACRec; Wang et al. 2024, section 3). */
export interface Agent {
  readonly name: string;
  readonly description: string;
  /** Answers a message such as `['user', 524]`; one that makes no sense has a reply that says so. */
  invoke(message: Json, context: RunContext): Promise<AgentReply>;
}

/** `observation` is what the model reads, `found` the same as data, `detail` what else a person may open. */
export interface ToolResult {
  readonly observation: string;
  readonly detail: Json;
  readonly found?: Found;
  readonly failed: boolean;
}

/** A tool. A failure that the model can react to is an observation; only an abort, a limit or a bug is thrown. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json;
  execute(args: Json, context: RunContext): Promise<ToolResult>;
  /** Uses of the tool that help with a task and that no model has to word. */
  offer?(task: Task): readonly OfferedAction[];
}

export interface OfferedAction {
  readonly name: string;
  readonly tool: Tool;
  readonly input: string;
  /** The same words for all tasks of a kind. */
  readonly gives: string;
  /** True where it is told before the first step, if a run tells what is known. */
  readonly isKnown?: boolean;
}
