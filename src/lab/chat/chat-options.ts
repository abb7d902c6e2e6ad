/** @file How conversations are held where nothing else is said. */
import type { ConversationOptions } from '../../recommenders/interec/demonstrations.ts';

/** The usual options: everything of the paper but demonstrations, which the reasoner has no use for. */
const USUAL: ConversationOptions = {
  planning: 'plan-first',
  reflections: 2,
  profile: true,
  bus: true,
  demonstrations: null,
};

/** The usual options with some of them changed. */
export function conversationOptions(changed: Partial<ConversationOptions>): ConversationOptions {
  return { ...USUAL, ...changed };
}
