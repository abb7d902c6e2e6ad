/**
 * @file Why agents ask their models (MACRec), with what they read as data.
 */
import type { CommandForm } from './action.ts';
import type { State } from './planner.ts';
import type { Sample } from './sample.ts';

/** What an agent that gives commands reads: those that it gave and what came back, in their order. */
interface CommandPurpose {
  readonly states: readonly State[];
  readonly form: CommandForm;
  /** True where only Finish can follow. */
  readonly isLast: boolean;
}

/** What a manager knows of its earlier attempts at a task. */
export interface EarlierAttempts {
  /** The last one, where the strategy shows it; else null. */
  readonly states: readonly State[] | null;
  /** What the reflector wrote, oldest first. */
  readonly reflections: readonly string[];
}

/** Why an agent asks its model (MACRec). */
export type AgentPurpose =
  | (CommandPurpose & {
      readonly type: 'manager-thought' | 'manager-action';
      /** Null in a conversation. */
      readonly sample: Sample | null;
      /** What the task interpreter made of a dialogue; null where there is none. */
      readonly request: string | null;
      /** The actions that it may take besides Finish: `Analyse`, `Search`, `Interpret`, `Rank`. */
      readonly actions: readonly string[];
      readonly earlier: EarlierAttempts;
      /** Of this step, once it was thought; null before. */
      readonly thought: string | null;
    })
  | (CommandPurpose & { readonly type: 'analyse'; readonly about: 'user' | 'item'; readonly id: number })
  | (CommandPurpose & { readonly type: 'search'; readonly request: string })
  | (CommandPurpose & { readonly type: 'interpret'; readonly dialogue: string })
  | {
      readonly type: 'reflect';
      readonly sample: Sample;
      readonly actions: readonly string[];
      readonly states: readonly State[];
      readonly form: CommandForm;
    };
