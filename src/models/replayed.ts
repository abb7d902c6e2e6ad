/**
 * @file Models that answer from a recording and from nothing else.
 */
import { LabError, throwIfAborted } from '../core/errors.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { LanguageModel } from '../core/language-model.ts';
import {
  countKey,
  replyKey,
  scoresKey,
  type RecordedEmbedding,
  type RecordedHeader,
  type RecordedKinds,
  type RecordedReply,
  type RecordedRole,
} from './recorded.ts';

/** A recording in memory. */
export interface Recording {
  /** As messages name it. */
  readonly name: string;
  readonly models: ReadonlyMap<RecordedRole, RecordedHeader>;
  /** By the canonical JSON of how the spec names them. */
  readonly embeddings: ReadonlyMap<string, RecordedEmbedding['embedding']>;
  readonly replies: ReadonlyMap<string, RecordedReply>;
}

/**
 * A model that answers from a recording: a request that is not in it fails with `reply-not-recorded`, and no engine is asked.
 * @param identity as it was when the recording was made
 * @throws LabError `reply-not-recorded` where the recording has no such model
 */
export function replayed(recording: Recording, identity: Json, role: RecordedRole = 'agent'): LanguageModel {
  const header = recording.models.get(role);
  if (header === undefined) throw missing(recording, `has no ${role}`, { role });
  const { model, countsTokens = false } = header;
  const find = <Kind extends keyof RecordedKinds>(key: string, kind: Kind, what: string): RecordedKinds[Kind] =>
    recordedReply(recording, key, kind, what);
  return {
    ...model,
    async *stream(request, { signal }) {
      throwIfAborted(signal);
      const {
        deltas,
        thought = [],
        waits = [],
        finishReason,
        usage,
        tokenLogProbabilities,
      } = find(replyKey(identity, request), 'deltas', request.purpose.type);
      for (const { milliseconds, reason } of waits) yield { type: 'wait', milliseconds, reason } as const;
      for (const delta of thought) yield { type: 'thought-delta', delta } as const;
      for (const delta of deltas) yield { type: 'text-delta', delta } as const;
      yield { type: 'finish', finishReason, usage, ...(tokenLogProbabilities && { tokenLogProbabilities }) } as const;
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

/**
 * What was recorded under a key.
 * @param what names the request in the message
 * @throws LabError `reply-not-recorded`
 */
export function recordedReply<Kind extends keyof RecordedKinds>(
  recording: Recording,
  key: string,
  kind: Kind,
  what: string,
): RecordedKinds[Kind] {
  const reply = recording.replies.get(key);
  if (reply !== undefined && kind in reply) return reply as unknown as RecordedKinds[Kind];
  throw missing(recording, `has no reply to this ${what} request`, { purpose: what });
}

/** The error for what a recording does not have. */
export const missing = (recording: Recording, what: string, details: { readonly [key: string]: Json }): LabError =>
  new LabError(
    'reply-not-recorded',
    `The recording ${recording.name} ${what}: the spec, the data or the prompts have changed since. Record the run again.`,
    { recording: recording.name, ...details },
  );

const isHeader = (line: object): line is RecordedHeader => 'model' in line && isJsonObject(line.model);
const isEmbedding = (line: object): line is RecordedEmbedding => 'embedding' in line && isJsonObject(line.embedding);
const isReply = (line: JsonObject): line is JsonObject & RecordedReply =>
  typeof line['key'] === 'string' &&
  (['deltas', 'logProbabilities', 'nearest'].some((kind) => Array.isArray(line[kind])) ||
    typeof line['tokens'] === 'number');

/**
 * Reads a recording from JSON Lines. A last line that was cut off is a reply that was never kept.
 * @throws LabError `file-invalid` naming the line that cannot be read
 */
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
  try {
    const read: unknown = JSON.parse(line);
    return isJsonObject(read) ? read : null;
  } catch {
    return null;
  }
}

const damaged = (name: string, line: number): LabError =>
  new LabError('file-invalid', `The recording ${name} is damaged in line ${line}. Record the run again.`, {
    recording: name,
    line,
  });
