/** @file How a conversation is held; the parts that ablations take away (Huang and others 2023, section 4). */
import type { ConversationSettings } from '../../core/dialogue.ts';
import type { Demonstrations } from './demonstrations.ts';

/** How a conversation is held. */
export interface ConversationOptions extends ConversationSettings {
  /** Whether candidates are passed on from tool to tool; else each tool starts with what one prompt can name. */
  readonly bus: boolean;
  /** Null for none. */
  readonly demonstrations: Demonstrations | null;
}
