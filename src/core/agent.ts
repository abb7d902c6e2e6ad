/**
 * @file Agents: parts of a recommender that answer a message by asking a model and their tools, alone or for another agent
 * (MACRec; Wang et al. 2024, section 3).
 */
import type { Found } from './found.ts';
import type { Json } from './json.ts';
import type { RunContext } from './run-context.ts';

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
