/** @file The call of a model that a turn waits for. */
import type { CallRecord } from '../../../trace/trace-tree.ts';
import type { TurnView } from '../../../trace/conversation-fold.ts';

/** The call that is under way; null between calls. */
export function openCall(turn: TurnView | undefined): CallRecord | null {
  const last = turn?.status === 'running' ? turn.calls.at(-1) : undefined;
  return last?.result === null ? last : null;
}
