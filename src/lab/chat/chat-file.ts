/** @file A kept conversation: its turns, taken-back ones apart, and its profile, as its trace tells them; and what a list shows of it. */
import { foldConversation } from '../../trace/conversation-fold.ts';
import { jsonMember } from '../../core/json.ts';
import type { Profile, KeptTurn } from '../../core/dialogue.ts';
import { parseJsonLines } from '../../core/json-lines.ts';
import { TRACE_LINES } from '../../trace/trace-file.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { KeptChat } from './service.ts';

export interface ChatState {
  readonly turns: readonly KeptTurn[];
  readonly nodes: readonly string[];
  readonly profile: Profile;
  readonly before: { readonly events: number; readonly nodes: number; readonly time: number };
}

/** The state of a conversation, from its trace. Turns that failed, were stopped, taken back or forgotten do not count. */
export function chatState(events: readonly TraceEvent[]): ChatState {
  const nodes = events.filter(({ type }) => type === 'node-start' || type === 'node-end');
  const { turns, profile } = foldConversation(nodes);
  const kept = turns.flatMap(({ node, turn, leaves, gone, isForgotten }) =>
    turn === null || isForgotten ? [] : [{ node, turn: { turn, before: leaves, gone } }],
  );
  return {
    turns: kept.map(({ turn }) => turn),
    nodes: kept.map(({ node }) => node),
    profile,
    before: {
      events: events.length,
      nodes: nodes.filter(({ type, node }) => type === 'node-start' && !node.includes('.')).length,
      time: events.at(-1)?.time ?? 0,
    },
  };
}

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
