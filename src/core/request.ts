/**
 * @file What agents are asked besides the tasks of a dataset: a dialogue that wants an answer (MACRec's conversational
 * recommendation), or a message to one agent. Nothing is held out for them, so nothing is measured.
 */
import type { Json } from './json.ts';
import type { Task } from './task.ts';

/** What somebody said in a dialogue. */
export interface DialogueTurn {
  readonly role: 'user' | 'system';
  readonly text: string;
}

/** What agents are asked. */
export type AgentRequest =
  | {
      readonly type: 'conversation';
      /** Oldest first; the last is the user's. Each of the user's that none of the system's follows is answered. */
      readonly turns: readonly DialogueTurn[];
    }
  | {
      readonly type: 'single-agent';
      /** `Analyst`. */
      readonly agent: string;
      /** As its `invoke` takes it. */
      readonly message: Json;
      /** The task whose attempt a reflector reviews; null for other agents. */
      readonly task: Task | null;
    };

/** The kinds of requests, as specs name them. */
export const REQUEST_TYPES = ['conversation', 'single-agent'] as const satisfies readonly AgentRequest['type'][];

/** True for the name of a request; the others are names of tasks. */
export const isRequestType = (name: string): name is AgentRequest['type'] =>
  REQUEST_TYPES.some((type) => type === name);
