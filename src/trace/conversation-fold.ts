/** @file A conversation as a fold over its trace: turns, and what each attempt planned and did. */
import type { DialoguePlan, DialogueProblem, Profile, Turn } from '../core/dialogue.ts';
import { EMPTY_PROFILE, entriesGone } from '../core/profile.ts';
import type { CallRecord } from './call-record.ts';
import { createTraceTree, type ToolRecord, type TraceNode } from './trace-tree.ts';
import type { ItemId } from '../core/dataset.ts';
import type { Json } from '../core/json.ts';
import type { ItemReference } from '../core/task.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';

export interface ToolView {
  readonly call: number;
  readonly tool: string;
  readonly input: Json;
  readonly observation: string | null;
  readonly failed: boolean;
  readonly change: {
    readonly before: number;
    readonly after: number;
    readonly cutFrom: number | null;
    readonly items: readonly ItemId[];
  } | null;
}

export interface AttemptView {
  readonly node: string;
  readonly label: string;
  readonly demonstrations: readonly string[];
  readonly tools: readonly ToolView[];
  readonly verdict: { readonly isGood: boolean; readonly advice: string } | null;
}

export interface TurnView {
  readonly node: string;
  readonly text: string;
  readonly status: 'running' | 'done' | 'failed' | 'aborted';
  readonly reply: string;
  readonly items: readonly ItemReference[];
  readonly passed: readonly (readonly string[])[];
  readonly problems: readonly DialogueProblem[];
  readonly plan: DialoguePlan | null;
  readonly attempts: readonly AttemptView[];
  readonly calls: readonly CallRecord[];
  readonly profile: Profile;
  readonly before: Profile;
  readonly leaves: Profile;
  readonly turn: Turn | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly isForgotten: boolean;
}

interface Standing {
  readonly node: TraceNode;
  readonly before: Profile;
  leaves: Profile;
  isForgotten: boolean;
  /** Made when it is asked for; null once something else happened to the turn. */
  view: TurnView | null;
}

export class ConversationFold {
  profile: Profile = EMPTY_PROFILE;
  private readonly tree = createTraceTree();
  private standing: Standing[] = [];

  get turns(): readonly TurnView[] {
    return this.standing.map((turn) => (turn.view ??= viewOf(turn)));
  }

  add(event: TraceEvent): void {
    this.tree.add(event);
    const [own = ''] = event.node.split('.');
    const turn = this.standing.findLast(({ node }) => node.id === own);
    if (turn !== undefined) turn.view = null;
    if (event.node !== own) return;
    const node = this.tree.nodes.get(own);
    if (event.type === 'node-end') this.end(event);
    else if (event.type === 'node-start' && node !== undefined && event.detail !== null && 'text' in event.detail)
      this.standing.push({ node, before: this.profile, leaves: this.profile, isForgotten: false, view: null });
  }

  private end({ result }: EventOf<'node-end'>): void {
    if (result === null) return;
    if ('edited' in result) {
      const { edited, erased } = result;
      const isLess = erased || entriesGone(this.profile, edited).length > 0;
      for (const turn of this.standing)
        Object.assign(turn, { leaves: edited, isForgotten: turn.isForgotten || isLess, view: null });
      this.profile = edited;
    } else if ('takenBack' in result) {
      const { takenBack, profile } = result;
      this.profile = profile;
      this.standing = this.standing.filter(({ node }) => Number(node.id) < Number(takenBack));
    } else if ('plan' in result) this.profile = result.profile;
  }
}

function viewOf({ node, before, leaves, isForgotten }: Standing): TurnView {
  const { id, detail, start, end, children } = node;
  const turn = end !== null && end.result !== null && 'plan' in end.result ? end.result : null;
  const nodes = [node, ...children];
  const calls = nodes.flatMap((one) => one.calls).sort((one, other) => one.event.seq - other.event.seq);
  const said = children.at(-1)?.calls.filter(({ event }) => event.purpose === 'dialogue-reply') ?? [];
  return {
    ...{ node: id, status: end?.status ?? 'running', before, leaves, turn, isForgotten },
    text: turn?.text ?? (detail !== null && 'text' in detail ? detail.text : ''),
    reply: turn?.reply ?? said.map(({ reply }) => reply).join(''),
    items: turn?.items ?? [],
    passed: turn?.passed ?? [],
    problems: turn?.problems ?? [],
    plan: turn?.plan ?? null,
    profile: turn?.profile ?? before,
    attempts: children.map(attemptOf),
    // A page sees that a record changed by its being another one.
    calls: calls.map((call) => ({ ...call, waits: [...call.waits] })),
    error: nodes.flatMap(({ errors }) => errors).at(-1)?.error.message ?? null,
    milliseconds: end === null ? 0 : end.time - start.time,
  };
}

const attemptOf = ({ id, label, detail, tools, verdict }: TraceNode): AttemptView => ({
  node: id,
  label,
  demonstrations: detail !== null && 'demonstrations' in detail ? detail.demonstrations : [],
  tools: tools.map(toolOf),
  verdict: verdict && { isGood: verdict.verdict === 'keep', advice: verdict.reason },
});

const toolOf = ({ event, result, change }: ToolRecord): ToolView => ({
  ...{ call: event.seq, tool: event.tool, input: event.arguments },
  ...{ observation: result?.observation ?? null, failed: result?.failed ?? false },
  change: change && { before: change.before, after: change.after, cutFrom: change.cutFrom, items: change.items ?? [] },
});

export function foldConversation(events: Iterable<TraceEvent>): ConversationFold {
  const fold = new ConversationFold();
  for (const event of events) fold.add(event);
  return fold;
}
