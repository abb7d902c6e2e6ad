/** @file A kept conversation: its turns, taken-back ones apart, and its profile, as its trace tells them. */
import type { Profile } from '../core/dialogue.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { KeptTurn, Turn } from '../recommenders/interec/conversation.ts';
import { EMPTY_PROFILE, isEmptyProfile } from '../recommenders/interec/profile-memory.ts';
import { entriesGone } from '../recommenders/interec/without-entries.ts';

/** What a conversation goes on from. */
export interface ChatState {
  readonly turns: readonly KeptTurn[];
  /** The node of each turn. */
  readonly nodes: readonly string[];
  readonly profile: Profile;
  /** What the trace has already. */
  readonly before: { readonly events: number; readonly nodes: number; readonly time: number };
}

/** What the end of a node tells: a turn, an edit of the profile, or, with the profile that it left, the node that turns were taken back from. */
type Told = Turn & { readonly edited?: Profile; readonly erased?: boolean; readonly takenBack?: string };

/** Reads the state off a trace. A turn that failed or was stopped, or that was taken back, is none. */
export function chatState(events: readonly TraceEvent[]): ChatState {
  let kept: (KeptTurn & { readonly node: string })[] = [];
  let profile = EMPTY_PROFILE;
  let nodes = 0;
  for (const event of events) {
    if (event.type === 'node-start' && !event.node.includes('.')) nodes += 1;
    if (event.node === '' || event.node.includes('.')) continue;
    if (event.type !== 'node-end' || event.status !== 'done') continue;
    const told = event.result as unknown as Told | null;
    if (told?.edited !== undefined) {
      const { edited } = told;
      const gone = entriesGone(profile, edited);
      // Older traces do not tell an erasing from an edit.
      kept =
        (told.erased ?? isEmptyProfile(edited))
          ? []
          : kept.map((one) => ({ ...one, before: edited, gone: [...(one.gone ?? []), ...gone] }));
      profile = edited;
    } else if (told?.takenBack !== undefined) {
      // Older traces do not tell the profile that is left.
      profile = told.profile ?? kept.find(({ node }) => node === told.takenBack)?.before ?? profile;
      kept = kept.filter(({ node }) => Number(node) < Number(told.takenBack));
    } else if (told !== null) {
      kept.push({ node: event.node, turn: told, before: profile });
      profile = told.profile;
    }
  }
  return {
    turns: kept.map(({ node: _, ...one }) => one),
    nodes: kept.map(({ node }) => node),
    profile,
    before: { events: events.length, nodes, time: events.at(-1)?.time ?? 0 },
  };
}
