/** @file Forks: a run that takes over another one up to a state, changes something there, and runs on from there. */
import type { Found } from './found.ts';
import type { Json } from './json.ts';
import type { Message } from './language-model.ts';

/** A value in a place of an action: a text, a number, or a list of these where the action has several places or one for a list. */
export type ActionInput = string | number | readonly (string | number)[];

/** The messages of a node's call of a model with this place, counted from 0. */
export interface PromptEdit {
  readonly call: number;
  readonly messages: readonly Message[];
}

export interface StateEdit {
  readonly thought?: string;
  /** Of a planner a tool and its text, null for "End of Planning"; of an agent a kind of action and what stands in its places. */
  readonly action?: { readonly tool: string; readonly input: ActionInput } | null;
  readonly observation?: string;
  readonly prompt?: PromptEdit;
}

export type EditedPart = keyof StateEdit;

/** Where a run branches off. It names everything that it needs of its parent, so that it can be repeated where the parent is not kept. */
export interface Fork {
  readonly run: string;
  readonly digest: string;
  /** The id of the one task that is run again: `599:6`. */
  readonly task: string;
  /** What both runs have in common after `run-start`: how many events, counted with it, and the SHA-256 of all but it. */
  readonly shared: { readonly events: number; readonly sha256: string };
  /** By the state's path in a run of the task alone. The last one is this fork's own; the others are those that its parent had. */
  readonly edits: readonly { readonly node: string; readonly edit: StateEdit }[];
}

export interface ForkedNode {
  readonly edit: StateEdit;
  /** What the next use of a tool there came to in the parent; null where it has to be used. */
  recall(): RecalledUse | null;
}

export interface RecalledUse {
  readonly observation: string;
  readonly failed: boolean;
  readonly detail: Json;
  readonly found?: Found;
}
