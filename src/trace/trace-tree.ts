/** @file The trace as a tree. Everything has the `seq` at which it became true, so that earlier trees are filters of it. */
import { addToCall, newCall, type CallEvent, type CallRecord } from './call-record.ts';
import { costsWith, NO_COSTS, type Costs } from '../core/costs.ts';
import type { LabErrorData } from '../core/errors.ts';
import { stateIn, type NodeDetail, type StateResult } from '../core/node-data.ts';
import type { EventOf, TraceEvent, AnswerFrom, NodeKind } from '../core/trace.ts';
import type { Recommendation, Truth } from '../core/task.ts';

export type { CallRecord } from './call-record.ts';

export interface TraceTotals {
  modelCalls: number;
  toolCalls: number;
  inputTokens: number;
  outputTokens: number;
  tokensEstimated: boolean;
  costs: Costs;
  milliseconds: number;
  events: number;
}

export interface TraceTree {
  readonly nodes: ReadonlyMap<string, TraceNode>;
  readonly tasks: readonly TraceNode[];
  readonly runErrors: readonly { readonly seq: number; readonly error: LabErrorData }[];
  readonly totals: Readonly<TraceTotals>;
  readonly start: EventOf<'run-start'> | null;
  readonly end: EventOf<'run-end'> | null;
  add(event: TraceEvent): void;
}

type ToolEvent = EventOf<'tool-call' | 'tool-result' | 'bus-change'>;
type Judgement = Exclude<
  TraceEvent,
  | CallEvent
  | ToolEvent
  | EventOf<'run-start' | 'run-end' | 'node-start' | 'error' | 'model-call' | 'page-view' | 'session-end'>
>;

class GrowingTree implements TraceTree {
  readonly nodes = new Map<string, TraceNode>();
  readonly tasks: TraceNode[] = [];
  readonly runErrors: { readonly seq: number; readonly error: LabErrorData }[] = [];
  readonly totals: TraceTotals = {
    modelCalls: 0,
    toolCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    tokensEstimated: false,
    costs: NO_COSTS,
    milliseconds: 0,
    events: 0,
  };
  start: EventOf<'run-start'> | null = null;
  end: EventOf<'run-end'> | null = null;
  private readonly calls = new Map<number, CallRecord>();
  private readonly tools = new Map<number, ToolRecord>();

  add(event: TraceEvent): void {
    this.totals.events += 1;
    this.totals.milliseconds = event.time;
    this.totals.costs = costsWith(this.totals.costs, event);
    switch (event.type) {
      case 'run-start':
        this.start = event;
        break;
      case 'run-end':
        this.end = event;
        break;
      case 'node-start':
        this.addNode(event);
        break;
      case 'error':
        (this.nodes.get(event.node)?.errors ?? this.runErrors).push(event);
        break;
      case 'model-call':
      case 'text-delta':
      case 'thought-delta':
      case 'call-wait':
      case 'model-result':
      case 'reply-check':
        this.addCall(event);
        break;
      case 'tool-call':
      case 'tool-result':
      case 'bus-change':
        this.addTool(event);
        break;
      // Read by `SessionsFold`.
      case 'page-view':
      case 'session-end':
        break;
      default:
        this.addJudgement(event);
    }
  }

  private addNode(event: EventOf<'node-start'>): void {
    const parent = event.parent === null ? null : (this.nodes.get(event.parent) ?? null);
    const node = new TraceNode(event, parent);
    this.nodes.set(event.node, node);
    if (parent === null) this.tasks.push(node);
    else parent.children.push(node);
  }

  private addCall(event: EventOf<'model-call'> | CallEvent): void {
    if (event.type === 'model-call') {
      const record = newCall(event);
      this.calls.set(event.seq, record);
      this.nodes.get(event.node)?.calls.push(record);
      this.totals.modelCalls += 1;
      return;
    }
    const record = this.calls.get(event.call);
    if (record === undefined) return;
    addToCall(record, event);
    if (event.type !== 'model-result') return;
    this.totals.inputTokens += event.usage.inputTokens;
    this.totals.outputTokens += event.usage.outputTokens;
    this.totals.tokensEstimated ||= event.usage.estimated;
  }

  private addTool(event: ToolEvent): void {
    if (event.type === 'tool-call') {
      const record: ToolRecord = { event, result: null, change: null };
      this.tools.set(event.seq, record);
      this.nodes.get(event.node)?.tools.push(record);
      this.totals.toolCalls += 1;
      return;
    }
    const record = this.tools.get(event.call);
    if (record === undefined) return;
    if (event.type === 'bus-change') record.change = event;
    else record.result = event;
  }

  private addJudgement(event: Judgement): void {
    if (event.type === 'vote-result') {
      const total = event.votes.reduce((sum, votes) => sum + votes, 0);
      event.candidates.forEach((id, index) => {
        const votes = event.votes[index] ?? 0;
        this.nodes.get(id)?.votes.push({ seq: event.seq, votes, total, chosen: id === event.chosen });
      });
      return;
    }
    const node = this.nodes.get(event.node);
    if (node === undefined) return;
    if (event.type === 'node-end') {
      node.end = event;
      if (node.kind === 'state') node.state = stateIn(event.result);
    } else if (event.type === 'node-prune') node.prune = event;
    else if (event.type === 'state-edit') node.edits.push(event);
    else if (event.type === 'token-check') node.tokenCheck = event;
    else if (event.type === 'environment-step') node.step = event;
    else if (event.type === 'training-round') node.rounds.push(event);
    else if (event.type === 'evaluate-result') node.verdict = event;
    else if (event.type === 'inspire-result') node.inspire = event;
    else if (event.type === 'value-result') node.valued = event;
    else if (event.type === 'value-update') node.updates.push(event);
    else if (event.type === 'reflection-result') node.reflection = event;
    else if (event.type === 'answer') {
      const { seq, from, recommendation, reason, expected } = event;
      const told = expected === undefined ? {} : { expected };
      node.answers.push({ seq, from, recommendation, reason, ...told, states: new Set(event.states), metrics: [] });
    } else if (event.type === 'truth') node.truth = event;
    else {
      const index = node.answers.findLastIndex((answer) => answer.from === event.from);
      const answer = node.answers[index];
      if (answer === undefined) return;
      node.answers[index] = { ...answer, metrics: [...answer.metrics, { name: event.name, value: event.value }] };
    }
  }
}

export function createTraceTree(): TraceTree {
  return new GrowingTree();
}

export function traceTree(events: readonly TraceEvent[]): TraceTree {
  const tree = createTraceTree();
  for (const event of events) tree.add(event);
  return tree;
}

export interface ToolRecord {
  readonly event: EventOf<'tool-call'>;
  result: EventOf<'tool-result'> | null;
  change: EventOf<'bus-change'> | null;
}

export interface VoteRecord {
  readonly seq: number;
  readonly votes: number;
  readonly total: number;
  readonly chosen: boolean;
}

export interface AnswerRecord {
  readonly seq: number;
  readonly from: AnswerFrom;
  readonly states: ReadonlySet<string>;
  readonly recommendation: Recommendation;
  readonly reason: string;
  readonly expected?: number;
  readonly metrics: readonly { readonly name: string; readonly value: number }[];
}

export class TraceNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly label: string;
  readonly detail: NodeDetail;
  readonly parent: TraceNode | null;
  readonly task: TraceNode | null;
  /** 0 for a task, 1 for a first state. */
  readonly depth: number;
  readonly start: TraceEvent;
  readonly children: TraceNode[] = [];
  end: EventOf<'node-end'> | null = null;
  /** Null until it ended, for a task, and for a state that failed. */
  state: StateResult | null = null;
  prune: EventOf<'node-prune'> | null = null;
  verdict: EventOf<'evaluate-result'> | null = null;
  inspire: EventOf<'inspire-result'> | null = null;
  valued: EventOf<'value-result'> | null = null;
  readonly updates: EventOf<'value-update'>[] = [];
  reflection: EventOf<'reflection-result'> | null = null;
  readonly votes: VoteRecord[] = [];
  tokenCheck: EventOf<'token-check'> | null = null;
  step: EventOf<'environment-step'> | null = null;
  readonly rounds: EventOf<'training-round'>[] = [];
  readonly calls: CallRecord[] = [];
  readonly tools: ToolRecord[] = [];
  readonly edits: EventOf<'state-edit'>[] = [];
  readonly errors: { readonly seq: number; readonly error: LabErrorData }[] = [];
  readonly answers: AnswerRecord[] = [];
  truth: { readonly seq: number; readonly truth: Truth } | null = null;

  constructor(start: EventOf<'node-start'>, parent: TraceNode | null) {
    this.id = start.node;
    this.kind = start.kind;
    this.label = start.label;
    this.detail = start.detail;
    this.parent = parent;
    this.task = parent === null ? null : (parent.task ?? parent);
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.start = start;
  }
}
