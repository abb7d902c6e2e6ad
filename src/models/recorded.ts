/**
 * @file Recordings: what models replied, as JSON Lines, so that a run replays without its engines. Lines with a `model` or an
 * `embedding` describe who replied; every other line holds one reply under the SHA-256 of who was asked and what.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { gunzipSync } from 'fflate';
import type { ItemId } from '../core/dataset.ts';
import type {
  EmbeddingModel,
  GenerateRequest,
  LanguageModel,
  Message,
  TokenUsage,
  ToldToken,
} from '../core/language-model.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject, parsedJson } from '../core/json.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { RemoteModel } from '../rpc/remote-model.ts';
import { decorate } from './decorate.ts';
import { LabError, throwIfAborted } from '../core/errors.ts';

/** For whom a model of a recording replied: the agent, the critic where a run has one of its own, or who calls it by a name. */
export type RecordedRole = 'agent' | 'critic' | `model ${string}`;

export type RecordedModel = Omit<LanguageModel, 'stream' | 'score' | 'countTokens'>;

/** The first line of each model. `role` is left out for the agent, `countsTokens` where the model does not. */
export interface RecordedHeader {
  readonly model: RecordedModel;
  readonly role?: RecordedRole;
  readonly countsTokens?: true;
}

export interface RecordedEmbedding {
  readonly embedding: Pick<EmbeddingModel, 'id' | 'title' | 'provenance'>;
  readonly identity: Json;
}

/** What was recorded, by kind: a reply, what continuations scored, how many tokens a prompt has, and which items are nearest. */
export interface RecordedKinds {
  readonly deltas: {
    readonly deltas: readonly string[];
    readonly thought?: readonly string[];
    readonly waits?: readonly { readonly milliseconds: number; readonly reason: string }[];
    readonly finishReason: 'stop' | 'length';
    readonly usage: TokenUsage;
    readonly told?: readonly ToldToken[];
  };
  readonly logProbabilities: { readonly logProbabilities: readonly number[]; readonly usage: TokenUsage };
  readonly tokens: { readonly tokens: number };
  readonly nearest: { readonly nearest: readonly (readonly [ItemId, number])[] };
}

/** One line. `purpose` is not part of the key; it is for people who read the file. */
export type RecordedReply = { readonly key: string; readonly purpose?: string } & RecordedKinds[keyof RecordedKinds];

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
          const { finishReason, usage, told } = part;
          write({
            key: replyKey(identity, request),
            purpose: request.purpose.type,
            deltas,
            ...(thought.length > 0 && { thought }),
            ...(waits.length > 0 && { waits }),
            finishReason,
            usage,
            ...(told && { told }),
          });
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

export const scoresKey = (identity: Json, { messages }: GenerateRequest, continuations: readonly string[]): string =>
  keyOf({ identity, messages: plain(messages), continuations });

/** The key of the items nearest to a text or to an item. `among` is sorted; null where all items are looked through. */
export const nearestKey = (
  identity: Json,
  to: string | ItemId,
  limit: number,
  among: readonly ItemId[] | null,
): string => keyOf({ identity, nearest: to, limit, among });

export const countKey = (identity: Json, messages: readonly Message[]): string =>
  keyOf({ identity, count: plain(messages) });

export interface Recording {
  readonly name: string;
  readonly models: ReadonlyMap<RecordedRole, RecordedHeader>;
  /** By the canonical JSON of how the spec names them. */
  readonly embeddings: ReadonlyMap<string, RecordedEmbedding['embedding']>;
  readonly replies: ReadonlyMap<string, RecordedReply>;
}

/** Answers from a recording. @param identity as when it was recorded @throws LabError `reply-not-recorded` where it has no such model */
export function replayed(recording: Recording, identity: Json, role: RecordedRole = 'agent'): LanguageModel {
  const header = recording.models.get(role);
  if (header === undefined) throw missing(recording, `has no ${role}`, { role });
  const { model, countsTokens = false } = header;
  const find = <Kind extends keyof RecordedKinds>(key: string, kind: Kind, what: string) =>
    recordedReply(recording, key, kind, what);
  return {
    ...model,
    answerer(request) {
      return recording.replies.has(replyKey(identity, request)) ? this : null;
    },
    async *stream(request, { signal }) {
      throwIfAborted(signal);
      const reply = find(replyKey(identity, request), 'deltas', request.purpose.type);
      // Earlier recordings may tell more of the end.
      const { deltas, thought = [], waits = [], key: _, purpose: __, ...end } = reply;
      for (const { milliseconds, reason } of waits) yield { type: 'wait', milliseconds, reason } as const;
      for (const delta of thought) yield { type: 'thought-delta', delta } as const;
      for (const delta of deltas) yield { type: 'text-delta', delta } as const;
      yield { ...end, type: 'finish' } as const;
    },
    ...(model.capabilities.score && {
      async score(request, continuations, { signal }) {
        throwIfAborted(signal);
        const reply = find(scoresKey(identity, request, continuations), 'logProbabilities', request.purpose.type);
        return { logProbabilities: reply.logProbabilities, usage: reply.usage };
      },
    }),
    ...(countsTokens && {
      async countTokens(messages, { signal }) {
        throwIfAborted(signal);
        return find(countKey(identity, messages), 'tokens', 'count-tokens').tokens;
      },
    }),
  };
}

/** A recorded model, and another that replies to what it was never asked. Each call says whose reply it is. */
export function withOther(model: LanguageModel, other: LanguageModel): LanguageModel {
  const answerer = (request: GenerateRequest): LanguageModel =>
    model.answerer === undefined ? model : (model.answerer(request) ?? other);
  return { ...model, answerer, stream: (request, options) => answerer(request).stream(request, options) };
}

/** What was recorded under a key. @param what names the request in the message @throws LabError `reply-not-recorded` */
export function recordedReply<Kind extends keyof RecordedKinds>(
  recording: Recording,
  key: string,
  kind: Kind,
  what: string,
): RecordedReply & RecordedKinds[Kind] {
  const reply = recording.replies.get(key);
  if (reply !== undefined && kind in reply) return reply as unknown as RecordedReply & RecordedKinds[Kind];
  throw missing(recording, `has no reply to this ${what} request`, { purpose: what });
}

export const missing = (recording: Recording, what: string, details: { readonly [key: string]: Json }): LabError =>
  new LabError(
    'reply-not-recorded',
    `The recording ${recording.name} ${what}: something else is asked, or the data or the prompts have changed since. Ask what was recorded, choose another model, or record the run again.`,
    { recording: recording.name, ...details },
  );

const isHeader = (line: object): line is RecordedHeader => 'model' in line && isJsonObject(line.model);

const isEmbedding = (line: object): line is RecordedEmbedding => 'embedding' in line && isJsonObject(line.embedding);

const isReply = (line: JsonObject): line is JsonObject & RecordedReply =>
  typeof line['key'] === 'string' &&
  (['deltas', 'logProbabilities', 'nearest'].some((kind) => Array.isArray(line[kind])) ||
    typeof line['tokens'] === 'number');

/** Reads JSON Lines; a last line that was cut off was never kept. @throws LabError `file-invalid` naming the line */
export function parseRecording(name: string, text: string): Recording {
  const models = new Map<RecordedRole, RecordedHeader>();
  const embeddings = new Map<string, RecordedEmbedding['embedding']>();
  const replies = new Map<string, RecordedReply>();
  const lines = text.split('\n');
  if (parseLine(lines.at(-1) ?? '') === null) lines.pop();
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const read = parseLine(line) ?? {};
    if (isHeader(read)) models.set(read.role ?? 'agent', read);
    else if (isEmbedding(read)) embeddings.set(canonicalJson(read.identity ?? null), read.embedding);
    else if (models.size > 0 && isReply(read)) replies.set(read.key, read);
    else throw damaged(name, index + 1);
  }
  if (models.size === 0) throw damaged(name, 1);
  return { name, models, embeddings, replies };
}

function parseLine(line: string): JsonObject | null {
  const read = parsedJson(line);
  return isJsonObject(read) ? read : null;
}

const damaged = (name: string, line: number): LabError =>
  new LabError('file-invalid', `The recording ${name} is damaged in line ${line}. Record the run again.`, {
    recording: name,
    line,
  });

/** Language models whose replies come with the lab: what they said is replayed word for word, without their weights. */
export const RECORDINGS_FOLDER = 'recordings';

export const RECORDED_MODELS = [
  { name: 'recorded/qwen2.5-coder-1.5b-instruct', title: 'Qwen2.5-Coder 1.5B, recorded' },
  { name: 'recorded/smollm2-135m-instruct', title: 'SmolLM2 135M, recorded' },
] as const;

export const recordingFile = (name: string): string => `${name.replace('recorded/', '')}.jsonl.gz`;

export const recordedIdentity = (name: string): Json => ({ name });

/** @param fetchRecording reads a file of `RECORDINGS_FOLDER` @throws LabError what it throws, `file-invalid` */
export async function openRecorded(
  { name }: ComponentSpec,
  fetchRecording: (file: string) => Promise<Uint8Array>,
): Promise<RemoteModel> {
  const text = new TextDecoder().decode(gunzipSync(await fetchRecording(recordingFile(name))));
  const title = RECORDED_MODELS.find((one) => one.name === name)?.title ?? name;
  return { kind: 'language', model: replayed(parseRecording(title, text), recordedIdentity(name)) };
}
