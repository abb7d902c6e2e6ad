/** @file A conversation as a fold over its trace: turns, and what each attempt planned and did. */
import type { DialoguePlan, DialogueProblem, Profile, Turn } from '../core/dialogue.ts';
import { EMPTY_PROFILE, entriesGone, isEmptyProfile } from '../core/profile.ts';
import { addToCall, isCallEvent, newCall, type CallEvent, type CallRecord } from './call-record.ts';
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

export class ConversationFold {
  turns: readonly TurnView[] = [];
  profile: Profile = EMPTY_PROFILE;
  private readonly replies = new Map<number, string>();
  private readonly asked = new Map<number, string>();
  private readonly starts = new Map<string, number>();

  add(event: TraceEvent): void {
    this.call(event);
    if (event.type === 'node-start') this.start(event);
    else if (event.type === 'node-end' && !event.node.includes('.')) this.end(event);
    else if (event.type === 'model-call' && event.purpose === 'dialogue-reply') this.replies.set(event.seq, event.node);
    else if (event.type === 'text-delta') {
      const node = this.replies.get(event.call);
      if (node !== undefined) this.change(node, (turn) => ({ ...turn, reply: turn.reply + event.delta }));
    } else if (event.type === 'error') this.change(event.node, (turn) => ({ ...turn, error: event.error.message }));
    else this.work(event);
  }

  private call(event: TraceEvent): void {
    if (event.type === 'model-call') {
      this.asked.set(event.seq, event.node);
      this.change(event.node, (turn) => ({ ...turn, calls: [...turn.calls, newCall(event)] }));
    } else if (isCallEvent(event)) this.answered(event);
  }

  private answered(event: CallEvent): void {
    const node = this.asked.get(event.call);
    if (node === undefined) return;
    this.change(node, (turn) => ({
      ...turn,
      calls: turn.calls.map((call) => {
        if (call.event.seq !== event.call) return call;
        const changed = { ...call, waits: [...call.waits] };
        addToCall(changed, event);
        return changed;
      }),
    }));
  }

  private start(event: EventOf<'node-start'>): void {
    const { node, label, detail } = event;
    if (node.includes('.')) {
      const shown = detail !== null && 'demonstrations' in detail ? detail.demonstrations : [];
      const attempt: AttemptView = { node, label, demonstrations: shown, tools: [], verdict: null };
      this.change(node, (turn) => ({ ...turn, reply: '', attempts: [...turn.attempts, attempt] }));
      return;
    }
    if (detail === null || !('text' in detail)) return;
    const { text } = detail;
    this.starts.set(node, event.time);
    const turn: TurnView = {
      node,
      text,
      status: 'running',
      reply: '',
      items: [],
      passed: [],
      problems: [],
      plan: null,
      attempts: [],
      calls: [],
      profile: this.profile,
      before: this.profile,
      leaves: this.profile,
      turn: null,
      error: null,
      milliseconds: 0,
      isForgotten: false,
    };
    this.turns = [...this.turns, turn];
  }

  private end({ node, status, result, time }: EventOf<'node-end'>): void {
    if (result !== null && 'edited' in result) {
      const { edited } = result;
      // Older traces do not tell whether all was erased.
      const isLess = (result.erased ?? isEmptyProfile(edited)) || entriesGone(this.profile, edited).length > 0;
      this.turns = this.turns.map((turn) => ({ ...turn, leaves: edited, isForgotten: turn.isForgotten || isLess }));
      this.profile = edited;
    } else if (result !== null && 'takenBack' in result) {
      // Older traces do not tell the profile that is left.
      this.profile =
        result.profile ?? this.turns.find((turn) => turn.node === result.takenBack)?.leaves ?? this.profile;
      this.turns = this.turns.filter((turn) => Number(turn.node) < Number(result.takenBack));
    } else {
      const milliseconds = time - (this.starts.get(node) ?? time);
      const told = result !== null && 'plan' in result ? result : null;
      if (told !== null) this.profile = told.profile;
      this.change(node, (turn) => ({ ...turn, ...(told !== null && read(told)), status, milliseconds }));
    }
  }

  private work(event: TraceEvent): void {
    this.attempt(event.node, (attempt) => {
      if (event.type === 'tool-call') {
        const { seq: call, tool, arguments: input } = event;
        return {
          ...attempt,
          tools: [...attempt.tools, { call, tool, input, observation: null, failed: false, change: null }],
        };
      }
      if (event.type === 'evaluate-result') {
        return { ...attempt, verdict: { isGood: event.verdict === 'keep', advice: event.reason } };
      }
      if (event.type !== 'tool-result' && event.type !== 'bus-change') return attempt;
      const tools = attempt.tools.map((tool): ToolView => {
        if (tool.call !== event.call) return tool;
        if (event.type === 'tool-result') return { ...tool, observation: event.observation, failed: event.failed };
        const { before, after, cutFrom, items } = event;
        return { ...tool, change: { before, after, cutFrom, items: items ?? [] } };
      });
      return { ...attempt, tools };
    });
  }

  private attempt(node: string, change: (attempt: AttemptView) => AttemptView): void {
    if (!node.includes('.')) return;
    this.change(node, (turn) => {
      const attempts = turn.attempts.map((one) => (one.node === node ? change(one) : one));
      return { ...turn, attempts };
    });
  }

  private change(node: string, change: (turn: TurnView) => TurnView): void {
    const [own] = node.split('.');
    const at = this.turns.findLastIndex((turn) => turn.node === own);
    const turn = this.turns[at];
    if (turn !== undefined) this.turns = this.turns.with(at, change(turn));
  }
}

function read(turn: Turn): Partial<TurnView> {
  const { text, reply, items, plan, profile, passed, problems = [] } = turn;
  return { turn, text, reply, items, plan, profile, passed, problems };
}

export function foldConversation(events: Iterable<TraceEvent>): ConversationFold {
  const fold = new ConversationFold();
  for (const event of events) fold.add(event);
  return fold;
}
