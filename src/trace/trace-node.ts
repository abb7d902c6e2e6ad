/** @file A node of a trace, and what becomes true of it as events come. */
import type { CallRecord } from './call-record.ts';
import type { LabErrorData } from '../core/errors.ts';
import type { NodeDetail, StateResult } from '../core/node-data.ts';
import type { Recommendation, Truth } from '../core/task.ts';
import type { AnswerFrom, EventOf, NodeKind, TraceEvent } from '../core/trace.ts';

/** One use of a tool. */
export interface ToolRecord {
  readonly event: EventOf<'tool-call'>;
  result: EventOf<'tool-result'> | null;
  /** What it did to the candidates of a conversation; null where it did not touch them. */
  change: EventOf<'bus-change'> | null;
}

/** Votes that one candidate got. */
export interface VoteRecord {
  readonly seq: number;
  readonly votes: number;
  /** Of all candidates together. */
  readonly total: number;
  readonly chosen: boolean;
}

/** One answer of a task. */
export interface AnswerRecord {
  readonly seq: number;
  readonly from: AnswerFrom;
  /** In the order in which they were read. */
  readonly states: ReadonlySet<string>;
  readonly recommendation: Recommendation;
  readonly reason: string;
  readonly metrics: readonly { readonly name: string; readonly value: number }[];
}

/** A node. `parent` and `children` say what grew from what, which is not always how the paths nest. */
export interface TraceNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly label: string;
  readonly detail: NodeDetail;
  readonly parent: TraceNode | null;
  readonly task: TraceNode | null;
  /** 0 for a task, 1 for a first state. */
  readonly depth: number;
  readonly start: TraceEvent;
  readonly children: TraceNode[];
  end: EventOf<'node-end'> | null;
  /** Null until it ended, for a task, and for a state that failed. */
  state: StateResult | null;
  prune: EventOf<'node-prune'> | null;
  verdict: EventOf<'evaluate-result'> | null;
  inspire: EventOf<'inspire-result'> | null;
  valued: EventOf<'value-result'> | null;
  /** One for each iteration of a search that passed through. */
  readonly updates: EventOf<'value-update'>[];
  reflection: EventOf<'reflection-result'> | null;
  readonly votes: VoteRecord[];
  /** Of an agent's states: what their prompts were to take, and what there was. */
  tokenCheck: EventOf<'token-check'> | null;
  step: EventOf<'environment-step'> | null;
  /** Of training; a round that is trained again comes twice. */
  readonly rounds: EventOf<'training-round'>[];
  readonly calls: CallRecord[];
  readonly tools: ToolRecord[];
  /** What a person changed here, in a fork. */
  readonly edits: EventOf<'state-edit'>[];
  readonly errors: { readonly seq: number; readonly error: LabErrorData }[];
  /** For a task only. */
  readonly answers: AnswerRecord[];
  truth: { readonly seq: number; readonly truth: Truth } | null;
}

/** The node that an event begins, before anything is known of it. @param parent null for a task */
export function newNode(event: EventOf<'node-start'>, parent: TraceNode | null): TraceNode {
  return {
    id: event.node,
    kind: event.kind,
    label: event.label,
    detail: event.detail,
    parent,
    task: parent === null ? null : (parent.task ?? parent),
    depth: parent === null ? 0 : parent.depth + 1,
    start: event,
    children: [],
    end: null,
    state: null,
    prune: null,
    verdict: null,
    inspire: null,
    valued: null,
    reflection: null,
    updates: [],
    votes: [],
    tokenCheck: null,
    step: null,
    rounds: [],
    calls: [],
    tools: [],
    edits: [],
    errors: [],
    answers: [],
    truth: null,
  };
}
