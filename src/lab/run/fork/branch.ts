/**
 * @file A fork's way back to where it branches off: what models and tools gave in the parent is given again, in its order and
 * without asking, and what comes out is held against the parent. Where the parent is not at hand, models and tools are asked, and
 * what comes out has to have the fingerprint that the fork names.
 */
import { timedOutStatements } from '../../../core/costs.ts';
import type { Database } from '../../../core/database.ts';
import { LabError } from '../../../core/errors.ts';
import { tookTooLong } from '../../../data/database/statement-runner.ts';
import type { Fork, ForkedNode, PromptEdit, RecalledUse, StateEdit } from '../../../core/fork.ts';
import { canonicalJson } from '../../../core/json.ts';
import type { LanguageModel, StreamPart } from '../../../core/language-model.ts';
import type { EventOf, TraceEvent } from '../../../core/trace.ts';
import { withoutTime, createDigest } from '../../../trace/digest.ts';
import { decorate } from '../../../models/decorate.ts';

/** What a fork takes over. */
export interface Branch {
  /** The database, in which the parent's statements that took too long fail at once, on whatever machine. */
  statements(database: Database): Database;
  at(node: string): ForkedNode;
  /** The prompts that were changed at a node, one a call. */
  prompts(node: string): readonly PromptEdit[];
  /** The model of a node, which does not ask for what the parent has. */
  recalled(model: LanguageModel, node: string): LanguageModel;
  /** Takes in each event of the fork. @throws LabError `reply-not-recorded` once, where it leaves the parent too early */
  check(event: TraceEvent): void;
}

/** What comes before the end of a reply. */
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

/**
 * @param parent the events of the forked task in the parent, from `run-start` on; null where they are not at hand
 */
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
      reviews: (item, limit) => database.reviews(item, limit),
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
          const { finishReason, usage, tokenLogProbabilities } = known.result;
          yield {
            type: 'finish',
            finishReason,
            usage,
            ...(tokenLogProbabilities && { tokenLogProbabilities }),
          } as const;
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
