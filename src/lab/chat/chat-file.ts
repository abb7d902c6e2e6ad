/** @file A kept conversation: its turns, taken-back ones apart, and its profile, as its trace tells them; and what a list shows of it. */
import { jsonMember } from '../../core/json.ts';
import type { Profile } from '../../core/dialogue.ts';
import { parseJsonLines } from '../../core/json-lines.ts';
import { TRACE_LINES } from '../../trace/trace-file.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { KeptTurn } from '../../core/turn.ts';
import { EMPTY_PROFILE, isEmptyProfile } from '../../recommenders/interec/profile-memory.ts';
import { entriesGone } from '../../recommenders/interec/without-entries.ts';
import type { KeptChat } from './service.ts';

/** What a conversation goes on from. */
export interface ChatState {
  readonly turns: readonly KeptTurn[];
  /** The node of each turn. */
  readonly nodes: readonly string[];
  readonly profile: Profile;
  /** What the trace has already. */
  readonly before: { readonly events: number; readonly nodes: number; readonly time: number };
}

/** Reads the state off a trace. A turn that failed or was stopped, or that was taken back, is none. */
export function chatState(events: readonly TraceEvent[]): ChatState {
  let kept: (KeptTurn & { readonly node: string })[] = [];
  let profile = EMPTY_PROFILE;
  let nodes = 0;
  for (const event of events) {
    if (event.type === 'node-start' && !event.node.includes('.')) nodes += 1;
    if (event.node === '' || event.node.includes('.')) continue;
    if (event.type !== 'node-end' || event.status !== 'done') continue;
    const told = event.result;
    if (told === null) continue;
    if ('edited' in told) {
      const { edited } = told;
      const gone = entriesGone(profile, edited);
      // Older traces do not tell an erasing from an edit.
      kept =
        (told.erased ?? isEmptyProfile(edited))
          ? []
          : kept.map((one) => ({ ...one, before: edited, gone: [...(one.gone ?? []), ...gone] }));
      profile = edited;
    } else if ('takenBack' in told) {
      // Older traces do not tell the profile that is left.
      profile = told.profile ?? kept.find(({ node }) => node === told.takenBack)?.before ?? profile;
      kept = kept.filter(({ node }) => Number(node) < Number(told.takenBack));
    } else if ('plan' in told) {
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

/** The first turn is within so many bytes. */
const HEAD = 16_384;

/** What a list shows of a conversation, from the first lines of its file; null where nothing was said in it. */
export function chatHeader(id: string, bytes: Uint8Array): KeptChat | null {
  if (bytes.length === 0) return null;
  const { entries, fault } = parseJsonLines(bytes.subarray(0, HEAD), TRACE_LINES);
  const [start] = entries;
  const turn = entries.find(({ type }) => type === 'node-start');
  const none = { id, title: 'A damaged conversation', dataset: '', startedAt: 0, bytes: bytes.length };
  if (start?.type !== 'run-start') return fault === null ? null : none;
  const startedAt = jsonMember(start.spec, 'startedAt');
  const title = turn?.type === 'node-start' ? turn.label : 'Nothing said yet';
  return {
    ...none,
    title,
    dataset: start.dataset?.name ?? '',
    startedAt: typeof startedAt === 'number' ? startedAt : 0,
  };
}
