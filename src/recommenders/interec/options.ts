/** @file How a conversation is held; the parts that ablations take away (Huang and others 2023, section 4). */
import type { Demonstrations } from './demonstrations.ts';

/** How a conversation is held. */
export interface ConversationOptions {
  /** The whole plan at once, executed strictly, or one tool call at a time with its observation (ReAct). */
  readonly planning: 'plan-first' | 'step-by-step';
  /** How often a turn is planned anew after the critic's no; 0 for no critic. */
  readonly reflections: number;
  /** Whether a profile is kept. */
  readonly profile: boolean;
  /** Whether candidates are passed on from tool to tool; else each tool starts with what one prompt can name. */
  readonly bus: boolean;
  /** Null for none. */
  readonly demonstrations: Demonstrations | null;
}
