/**
 * @file Recordings: what models replied in a run, kept as JSON Lines, so that the run can be had again without its engines. No
 * two GPUs give bit-equal replies for one seed; a recording does. Lines with a `model` or an `embedding` describe who replied,
 * every other line holds one reply under the SHA-256 of who was asked and what.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ItemId } from '../core/dataset.ts';
import type { EmbeddingModel, GenerateRequest, LanguageModel, Message, TokenUsage } from '../core/language-model.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import { decorate } from './decorate.ts';

/** For whom a model of a recording replied: the agent, the critic where a run has one of its own, or who calls it by a name. */
export type RecordedRole = 'agent' | 'critic' | `model ${string}`;

/** A model as a recording describes it. */
export type RecordedModel = Omit<LanguageModel, 'stream' | 'score' | 'countTokens'>;

/** The first line of each model. `role` is left out for the agent, `countsTokens` where the model does not. */
export interface RecordedHeader {
  readonly model: RecordedModel;
  readonly role?: RecordedRole;
  readonly countsTokens?: true;
}

/** The first line of each embedding that items were retrieved by. */
export interface RecordedEmbedding {
  readonly embedding: Pick<EmbeddingModel, 'id' | 'title' | 'provenance'>;
  /** As the spec names it. */
  readonly identity: Json;
}

/** What was recorded, by kind: a reply, what continuations scored, how many tokens a prompt has, and which items are nearest. */
export interface RecordedKinds {
  readonly deltas: {
    readonly deltas: readonly string[];
    /** What the model thought before; left out where it did not. */
    readonly thought?: readonly string[];
    /** How often, how long and why it was turned away before; left out where it was not. */
    readonly waits?: readonly { readonly milliseconds: number; readonly reason: string }[];
    readonly finishReason: 'stop' | 'length';
    readonly usage: TokenUsage;
    readonly tokenLogProbabilities?: readonly number[];
  };
  readonly logProbabilities: { readonly logProbabilities: readonly number[]; readonly usage: TokenUsage };
  readonly tokens: { readonly tokens: number };
  /** Items with their cosines, nearest first. */
  readonly nearest: { readonly nearest: readonly (readonly [ItemId, number])[] };
}

/** One line. `purpose` is not part of the key; it is for people who read the file. */
export type RecordedReply = { readonly key: string; readonly purpose?: string } & RecordedKinds[keyof RecordedKinds];

/** Takes a line with its line end: who replies, or a reply. */
export type KeepLine = (line: string, kind: 'description' | 'reply') => void;

/**
 * The model with its whole replies handed to `keep`, one line each with its line end; failed and aborted calls are not kept.
 * @param identity what else than the model's id its replies depend on, such as the spec's options
 * @param keep is called at once with the line that describes the model
 */
export function recorded(
  model: LanguageModel,
  identity: Json,
  keep: KeepLine,
  role: RecordedRole = 'agent',
): LanguageModel {
  const { id, title, contextLength, capabilities, provenance } = model;
  const header: RecordedHeader = {
    model: { id, title, contextLength, capabilities, provenance },
    ...(role !== 'agent' && { role }),
    ...(model.countTokens && { countsTokens: true }),
  };
  keep(`${JSON.stringify(header)}\n`, 'description');
  const write = (line: RecordedReply): void => keep(`${JSON.stringify(line)}\n`, 'reply');
  return decorate(model, {
    async *stream(request, options) {
      const deltas: string[] = [];
      const thought: string[] = [];
      const waits: { readonly milliseconds: number; readonly reason: string }[] = [];
      for await (const part of model.stream(request, options)) {
        if (part.type === 'text-delta') deltas.push(part.delta);
        else if (part.type === 'thought-delta') thought.push(part.delta);
        else if (part.type === 'wait') waits.push({ milliseconds: part.milliseconds, reason: part.reason });
        else if (part.type === 'finish' && part.finishReason !== 'abort') {
          const { finishReason, usage, tokenLogProbabilities } = part;
          const told = tokenLogProbabilities && { tokenLogProbabilities };
          const key = replyKey(identity, request);
          const kept = {
            deltas,
            ...(thought.length > 0 && { thought }),
            ...(waits.length > 0 && { waits }),
            finishReason,
            usage,
            ...told,
          };
          write({ key, purpose: request.purpose.type, ...kept });
        }
        yield part;
      }
    },
    score: (score) => async (request, continuations, options) => {
      const scoring = await score(request, continuations, options);
      const key = scoresKey(identity, request, continuations);
      write({ key, purpose: request.purpose.type, logProbabilities: scoring.logProbabilities, usage: scoring.usage });
      return scoring;
    },
    countTokens: (countTokens) => async (messages, options) => {
      const tokens = await countTokens(messages, options);
      write({ key: countKey(identity, messages), tokens });
      return tokens;
    },
  });
}

const keyOf = (asked: { readonly [key: string]: Json }): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson(asked))));

const plain = (messages: readonly Message[]): Json => messages.map(({ role, content }) => ({ role, content }));

/** Everything that a reply may depend on. The purpose says nothing that the messages do not, so it is left out. */
function askedOf(identity: Json, request: GenerateRequest): { readonly [key: string]: Json } {
  const { messages, seed, temperature, maxTokens, stop, responseSchema } = request;
  return {
    identity,
    messages: plain(messages),
    seed,
    temperature,
    maxTokens,
    stop: stop ?? null,
    responseSchema: responseSchema ?? null,
  };
}

export const replyKey = (identity: Json, request: GenerateRequest): string => keyOf(askedOf(identity, request));

/** The key of the scores of continuations. */
export const scoresKey = (identity: Json, { messages }: GenerateRequest, continuations: readonly string[]): string =>
  keyOf({ identity, messages: plain(messages), continuations });

/** The key of the items nearest to a text or to an item. `among` is sorted; null where all items are looked through. */
export const nearestKey = (
  identity: Json,
  to: string | ItemId,
  limit: number,
  among: readonly ItemId[] | null,
): string => keyOf({ identity, nearest: to, limit, among });

/** The key of the length of a prompt. */
export const countKey = (identity: Json, messages: readonly Message[]): string =>
  keyOf({ identity, count: plain(messages) });
