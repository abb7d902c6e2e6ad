/** @file Repeats a fork's parent up to the fork: its replies are reused and events compared, or checked by a fingerprint. */
import { timedOutStatements } from '../../../core/costs.ts';
import type { Database } from '../../../core/database.ts';
import { LabError } from '../../../core/errors.ts';
import { tookTooLong } from '../../../data/database/statement-runner.ts';
import type { Fork, ForkedNode, PromptEdit, RecalledUse, StateEdit } from '../../../core/fork.ts';
import { canonicalJson, type Json } from '../../../core/json.ts';
import type { LanguageModel, StreamPart, GenerateRequest, Message } from '../../../core/language-model.ts';
import type { EventOf, TraceEvent, Span } from '../../../core/trace.ts';
import { withoutTime, createDigest } from '../../../trace/digest.ts';
import { decorate } from '../../../models/decorate.ts';
import { createTaskTraces } from '../../../trace/create-trace.ts';

export const messagesAsJson = (messages: readonly Message[]): Json =>
  messages.map(({ role, content }) => ({ role, content }));

/** Edits the prompts of a node's calls, which are counted together; a retry goes on from the edited messages. */
export function promptEditor(node: Span, prompts: readonly PromptEdit[]): (model: LanguageModel) => LanguageModel {
  if (prompts.length === 0) return (model) => model;
  const edits: { readonly before: readonly Message[]; readonly after: readonly Message[] }[] = [];
  let calls = 0;
  const edited = (request: GenerateRequest): GenerateRequest => {
    const { messages } = request;
    const prompt = prompts.find(({ call }) => call === calls);
    calls += 1;
    if (prompt !== undefined) {
      const after = prompt.messages;
      edits.push({ before: messages, after });
      node.emit({
        type: 'state-edit',
        part: 'prompt',
        before: messagesAsJson(messages),
        after: messagesAsJson(after),
      });
      return { ...request, messages: after };
    }
    const begun = edits.findLast(({ before }) => startsWith(messages, before));
    if (begun === undefined) return request;
    return { ...request, messages: [...begun.after, ...messages.slice(begun.before.length)] };
  };
  return (model) =>
    decorate(model, {
      stream: (request, options) => model.stream(edited(request), options),
      score: (score) => (request, continuations, options) => score(edited(request), continuations, options),
    });
}

const startsWith = (messages: readonly Message[], begin: readonly Message[]): boolean =>
  canonicalJson(messagesAsJson(messages.slice(0, begin.length))) === canonicalJson(messagesAsJson(begin));

/** From `run-start` on; null where the run has no such task, or did not come to its end and has others. */
export function taskEvents(events: readonly TraceEvent[], task: string): readonly TraceEvent[] | null {
  const isTask = (event: TraceEvent): boolean =>
    event.type === 'node-start' && event.detail !== null && 'id' in event.detail && event.detail.id === task;
  const [, first] = events;
  // Where it is the first one, it may be under way or have been stopped.
  if (first !== undefined && isTask(first)) {
    const next = events.findIndex((event, index) => index > 1 && event.type === 'node-start' && event.kind === 'task');
    return next === -1 ? events : events.slice(0, next);
  }
  const traces = createTaskTraces();
  for (const event of events) {
    const trace = traces.add(event);
    if (trace?.some(isTask) === true) return trace;
  }
  return null;
}

/** What a fork takes over. */
export interface Branch {
  /** The database, in which the parent's statements that took too long fail at once, on whatever machine. */
  statements(database: Database): Database;
  at(node: string): ForkedNode;
  prompts(node: string): readonly PromptEdit[];
  /** The model of a node, which does not ask for what the parent has. */
  recalled(model: LanguageModel, node: string): LanguageModel;
  /** Takes in each event of the fork. @throws LabError `reply-not-recorded` once, where it leaves the parent too early */
  check(event: TraceEvent): void;
}

type ReplyPiece = Exclude<StreamPart, { readonly type: 'finish' }>;
type CallReply = { readonly pieces: readonly ReplyPiece[]; readonly result: EventOf<'model-result'> };

function pieceOf(event: TraceEvent): { readonly call: number; readonly part: ReplyPiece } | null {
  switch (event.type) {
    case 'text-delta':
    case 'thought-delta':
      return { call: event.call, part: { type: event.type, delta: event.delta } };
    case 'call-wait':
      return { call: event.call, part: { type: 'wait', milliseconds: event.milliseconds, reason: event.reason } };
    default:
      return null;
  }
}

/** What the parent has of the shared events, by node and in their order. */
interface Memory {
  readonly calls: ReadonlyMap<string, readonly (CallReply | null)[]>;
  readonly uses: ReadonlyMap<string, readonly (RecalledUse | null)[]>;
}

function pushed<Value>(lists: Map<string, Value[]>, node: string, value: Value): void {
  const list = lists.get(node) ?? [];
  list.push(value);
  lists.set(node, list);
}

function memoryOf(parent: readonly TraceEvent[], shared: number): Memory {
  const pieces = new Map<number, ReplyPiece[]>();
  const results = new Map<number, EventOf<'model-result'>>();
  const calls = new Map<string, (CallReply | null)[]>();
  const uses = new Map<string, (RecalledUse | null)[]>();
  for (const event of parent) {
    const piece = pieceOf(event);
    if (piece !== null) pieces.set(piece.call, [...(pieces.get(piece.call) ?? []), piece.part]);
    if (event.type === 'model-result') results.set(event.call, event);
  }
  for (const event of parent.slice(0, shared)) {
    if (event.type === 'model-call') {
      const result = results.get(event.seq);
      const isWhole = result !== undefined && result.finishReason !== 'abort';
      pushed(calls, event.node, isWhole ? { pieces: pieces.get(event.seq) ?? [], result } : null);
    }
    if (event.type === 'tool-call') {
      // A tool that asked a model has events between; it is used again, and only its model is not asked.
      const next = parent[event.seq + 1];
      pushed(uses, event.node, next?.type === 'tool-result' && next.seq < shared ? next : null);
    }
  }
  return { calls, uses };
}

/** Takes the next of a list that was kept under a name; null where there is none. */
function taker<Value>(lists: ReadonlyMap<string, readonly (Value | null)[]>): (name: string) => Value | null {
  const taken = new Map<string, number>();
  return (name) => {
    const index = taken.get(name) ?? 0;
    taken.set(name, index + 1);
    return lists.get(name)?.[index] ?? null;
  };
}

const lost = (parent: string, where: string): LabError =>
  new LabError(
    'reply-not-recorded',
    `The fork does not come as far as the state that was edited: ${where} than in its parent ${parent}. The data, the model or the lab have changed since. Fork a fresh run.`,
    { run: parent },
  );

/** Holds the events of a fork against those of its parent, or against their fingerprint. */
function checkerOf({ run, shared }: Fork, parent: readonly TraceEvent[] | null): (event: TraceEvent) => void {
  let isLost = false;
  const digest = createDigest();
  const fail = (where: string): never => {
    isLost = true;
    throw lost(run, where);
  };
  return (event) => {
    if (isLost || event.seq > shared.events || event.seq === 0) return;
    const { seq, type, node } = event;
    if (seq < shared.events) {
      digest.add(event);
      const own = parent?.[seq];
      if (own !== undefined && canonicalJson(withoutTime(own)) !== canonicalJson(withoutTime(event)))
        fail(`event ${String(seq)} (${type} at ${node === '' ? 'the run' : node}) came out differently`);
    } else if (digest.hex() !== shared.sha256) fail('what came before it came out differently');
  };
}

/** All that was changed at a node; of two edits of one part the later. */
const editAt = ({ edits }: Fork, at: string): StateEdit =>
  edits.filter(({ node }) => node === at).reduce((all: StateEdit, { edit }) => ({ ...all, ...edit }), {});

/** Of two edits of one call the later; each fork of a fork may change another call. */
function promptsAt({ edits }: Fork, at: string): readonly PromptEdit[] {
  const prompts = edits.flatMap(({ node, edit: { prompt } }) => (node === at && prompt !== undefined ? [prompt] : []));
  return [...new Map(prompts.map((prompt) => [prompt.call, prompt])).values()];
}

/** @param parent the forked task's events, from `run-start` on; null where they are not at hand */
export function createBranch(fork: Fork, parent: readonly TraceEvent[] | null): Branch {
  const memory = memoryOf(parent ?? [], fork.shared.events);
  const nextCall = taker(memory.calls);
  const nextUse = taker(memory.uses);
  const timedOut = new Set((parent ?? []).flatMap(timedOutStatements));
  return {
    statements: (database) => ({
      schema: database.schema,
      query: (sql) => database.query(sql),
      search: (text, limit) => database.search(text, limit),
      ask: (sql, signal) => (timedOut.has(sql) ? Promise.reject(tookTooLong(sql)) : database.ask(sql, signal)),
    }),
    at: (node) => ({ edit: editAt(fork, node), recall: () => nextUse(node) }),
    prompts: (node) => promptsAt(fork, node),
    recalled: (model, node) =>
      decorate(model, {
        async *stream(request, options) {
          const known = nextCall(node);
          if (known === null) {
            yield* model.stream(request, options);
            return;
          }
          yield* known.pieces;
          const { seq: _, time: __, node: ___, ...end } = known.result;
          yield { ...end, type: 'finish' } as const;
        },
        score: (score) => async (request, continuations, options) => {
          const result = nextCall(node)?.result;
          if (result?.logProbabilities === undefined) return score(request, continuations, options);
          return { logProbabilities: result.logProbabilities, usage: result.usage };
        },
      }),
    check: checkerOf(fork, parent),
  };
}
