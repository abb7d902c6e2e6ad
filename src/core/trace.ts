/** @file The trace: what happened, in order, as flat records. Everything that is visible is a fold over it. */
import type { DatasetManifest, ItemId } from './dataset.ts';
import type { LabErrorData } from './errors.ts';
import type { EditedPart } from './fork.ts';
import type { Found } from './found.ts';
import type { Json } from './json.ts';
import type { Message, Provenance, TokenUsage, ToldToken } from './language-model.ts';
import type { NodeDetail, NodeResult, RunEnd, RunPlace } from './node-data.ts';
import type { ReplyStatus } from './reply/limits.ts';
import type { PageView, SessionEnd } from './sessions.ts';
import type { Recommendation, Truth } from './task.ts';

/** An agent at work is a node too: its start is the message to it, its end its reply, and below it are its states. */
export type NodeKind = 'task' | 'state' | 'agent';

export type AnswerFrom = 'kept' | 'explored';

export type EventBody =
  | {
      readonly type: 'run-start';
      readonly spec: Json;
      readonly dataset: RunPlace;
      readonly examples?: DatasetManifest;
      readonly model: string;
      readonly tasks: number;
    }
  | {
      readonly type: 'node-start';
      readonly parent: string | null;
      readonly kind: NodeKind;
      readonly label: string;
      readonly detail: NodeDetail;
    }
  | { readonly type: 'node-end'; readonly status: 'done' | 'failed' | 'aborted'; readonly result: NodeResult }
  /** In a fork: what a person changed at this state. `before` is what it would have been. */
  | { readonly type: 'state-edit'; readonly part: EditedPart; readonly before: Json; readonly after: Json }
  | { readonly type: 'node-prune'; readonly reason: string }
  | {
      readonly type: 'model-call';
      readonly model: string;
      readonly provenance?: Provenance;
      readonly purpose: string;
      readonly messages: readonly Message[];
      readonly seed: number;
      readonly temperature: number;
      readonly maxTokens: number;
      readonly responseSchema: Json;
      /** How many observations the messages leave out. */
      readonly cut?: number;
      readonly continuations?: readonly string[];
      /** Written where equal requests to this model may give different replies. */
      readonly reproducible?: false;
    }
  /** `call` is the `seq` of the model-call. */
  | { readonly type: 'text-delta'; readonly call: number; readonly delta: string }
  | { readonly type: 'thought-delta'; readonly call: number; readonly delta: string }
  | { readonly type: 'call-wait'; readonly call: number; readonly milliseconds: number; readonly reason: string }
  | {
      readonly type: 'model-result';
      readonly call: number;
      readonly finishReason: 'stop' | 'length' | 'abort';
      readonly usage: TokenUsage;
      readonly logProbabilities?: readonly number[];
      readonly told?: readonly ToldToken[];
      readonly warning?: string;
    }
  /** `problem` says what was overlooked or mended, or what was wrong before a repair. */
  | {
      readonly type: 'reply-check';
      readonly call: number;
      readonly status: ReplyStatus;
      readonly problem: string | null;
    }
  | { readonly type: 'tool-call'; readonly tool: string; readonly arguments: Json }
  /** `call` is the `seq` of the tool-call; `found` the result as data; `detail` what else a person may open, such as the SQL. */
  | {
      readonly type: 'tool-result';
      readonly call: number;
      readonly observation: string;
      readonly failed: boolean;
      readonly detail: Json;
      readonly found?: Found;
    }
  /** `items` stayed, in the order of the tool, or null for the whole catalogue; `cutFrom` is how many there were before the cap. */
  | {
      readonly type: 'bus-change';
      readonly call: number;
      readonly before: number;
      readonly after: number;
      readonly cutFrom: number | null;
      readonly items: readonly ItemId[] | null;
    }
  /** `votes[i]` is the number of voters for `candidates[i]`, a state's node. */
  | {
      readonly type: 'vote-result';
      readonly candidates: readonly string[];
      readonly votes: readonly number[];
      readonly chosen: string;
    }
  /** Before a step of an agent: what its prompts and replies take at most. It stops where they do not fit. */
  | { readonly type: 'token-check'; readonly tokens: number; readonly limit: number; readonly fits: boolean }
  /** `told` are the ratings that were retrieved; `prompt` is null where a model-call has it; `failures` counts those so far. */
  | {
      readonly type: 'environment-step';
      readonly user: number;
      readonly item: number;
      readonly told: readonly { readonly title: string; readonly rating: number; readonly time: number }[];
      readonly timesBefore: number;
      readonly reply: {
        readonly rating: number;
        readonly expected: number;
        readonly confidence: number | null;
        readonly reason: string;
      };
      readonly prompt: readonly Message[] | null;
      readonly drift: number;
      readonly noise: number;
      readonly rating: number;
      readonly reward: number;
      readonly terminated: boolean;
      readonly truncated: boolean;
      readonly failures: number;
    }
  /** A round of training, at the policy's node: steps so far, and the mean reward of the round's own, as the policy explored. */
  | {
      readonly type: 'training-round';
      readonly steps: number;
      readonly meanReward: number;
      /** Absent where it was not measured. */
      readonly expectedReward?: number;
    }
  | ({ readonly type: 'page-view' } & PageView)
  | ({ readonly type: 'session-end' } & SessionEnd)
  | { readonly type: 'evaluate-result'; readonly verdict: 'keep' | 'prune'; readonly reason: string }
  | { readonly type: 'inspire-result'; readonly explore: boolean; readonly reason: string }
  /** How well the problem can be solved from this state, 0 to 1. */
  | { readonly type: 'value-result'; readonly value: number; readonly reason: string }
  /** Back-propagation reached this state: N(s) and V(s) after the iteration, which counts from 1. */
  | { readonly type: 'value-update'; readonly iteration: number; readonly visits: number; readonly value: number }
  | { readonly type: 'reflection-result'; readonly reflection: string }
  | {
      readonly type: 'answer';
      readonly from: AnswerFrom;
      readonly states: readonly string[];
      readonly recommendation: Recommendation;
      readonly reason: string;
      /** The mean of the ratings that it could have written, by their probabilities; left out where they are not told. */
      readonly expected?: number;
    }
  /** Comes after the last answer of its task. */
  | { readonly type: 'truth'; readonly truth: Truth }
  | { readonly type: 'metric'; readonly from: AnswerFrom; readonly name: string; readonly value: number }
  | { readonly type: 'error'; readonly error: LabErrorData }
  | { readonly type: 'run-end'; readonly outcome: 'done' | 'failed' | 'aborted'; readonly summary: RunEnd };

/** `seq` counts from 0 without gaps; `time` is in ms and alone may differ between two runs of a spec; `node` is a path: `0.2.1`. */
export type TraceEvent = { readonly seq: number; readonly time: number; readonly node: string } & EventBody;

export type EventOf<Type extends EventBody['type']> = TraceEvent & Extract<EventBody, { readonly type: Type }>;

export interface Span {
  readonly node: string;
  emit(body: EventBody): number;
  /** Starts a node under this one; paths are numbered from 0 in the order of starting. */
  child(start: {
    readonly kind: NodeKind;
    readonly label: string;
    readonly detail: NodeDetail;
    readonly parent?: string | null;
  }): Span;
}
