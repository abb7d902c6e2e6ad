/** @file Forks: a run that takes over another one up to a state, changes something there, and runs on from there. */
import type { Found } from './found.ts';
import type { Json } from './json.ts';
import type { Message } from './language-model.ts';

/** In a place of an action. A list where the action has several places or one for a list. */
export type ActionInput = string | number | readonly (string | number)[];

export interface PromptEdit {
  readonly call: number;
  readonly messages: readonly Message[];
}

export interface StateEdit {
  readonly thought?: string;
  /** Null for "End of Planning". */
  readonly action?: { readonly tool: string; readonly input: ActionInput } | null;
  readonly observation?: string;
  readonly prompt?: PromptEdit;
}

export type EditedPart = keyof StateEdit;

/** Where a run branches off, with everything that a repetition needs where the parent is not kept. */
export interface Fork {
  readonly run: string;
  readonly digest: string;
  readonly task: string;
  /** After `run-start`: how many events, counted with it, and the SHA-256 of all but it. */
  readonly shared: { readonly events: number; readonly sha256: string };
  /** By the state's path in a run of the task alone. The last one is this fork's own. */
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
