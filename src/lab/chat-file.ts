/** @file A kept conversation: its turns, taken-back ones apart, and its profile, as its trace tells them. */
import type { Profile } from '../core/dialogue.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { Turn } from '../recommenders/interec/conversation.ts';
import { EMPTY_PROFILE } from '../recommenders/interec/profile-memory.ts';

/** What a conversation goes on from. */
export interface ChatState {
  readonly turns: readonly Turn[];
  /** The node of each turn. */
  readonly nodes: readonly string[];
  readonly profile: Profile;
  /** What the trace has already. */
  readonly before: { readonly events: number; readonly nodes: number; readonly time: number };
}

/** Reads the state off a trace. A turn that failed or was stopped, or that was taken back, is none. */
export function chatState(events: readonly TraceEvent[]): ChatState {
  const kept: { node: string; turn: Turn }[] = [];
  let profile = EMPTY_PROFILE;
  let nodes = 0;
  for (const event of events) {
    if (event.type === 'node-start' && !event.node.includes('.')) nodes += 1;
    if (event.node === '' || event.node.includes('.')) continue;
    if (event.type !== 'node-end' || event.status !== 'done') continue;
    const result = event.result as unknown as
      (Turn & { readonly edited?: Profile; readonly takenBack?: string }) | null;
    if (result?.edited !== undefined) profile = result.edited;
    else if (result?.takenBack !== undefined) {
      const at = kept.findIndex(({ node }) => node === result.takenBack);
      if (at >= 0) kept.splice(at, 1);
      profile = kept.at(-1)?.turn.profile ?? EMPTY_PROFILE;
    } else if (result !== null) {
      kept.push({ node: event.node, turn: result });
      profile = result.profile;
    }
  }
  return {
    turns: kept.map(({ turn }) => turn),
    nodes: kept.map(({ node }) => node),
    profile,
    before: { events: events.length, nodes, time: events.at(-1)?.time ?? 0 },
  };
}
