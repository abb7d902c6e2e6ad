/**
 * @file Recordings: the replies of a run kept as JSON Lines, so that the run can be had again without its engine. No two
 * GPUs give bit-equal replies for one seed; a recording does. The first line describes the model, every other line holds
 * one reply under the SHA-256 of who was asked and what.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LabError, throwIfAborted } from '../core/errors.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import type {
  GenerateRequest,
  LanguageModel,
  ModelCapabilities,
  Provenance,
  TokenUsage,
} from '../core/language-model.ts';

interface RecordedModel {
  readonly id: string;
  readonly title: string;
  readonly contextLength: number;
  readonly capabilities: ModelCapabilities;
  readonly provenance: Provenance | null;
}

interface RecordedReply {
  readonly key: string;
  /** Not part of the key; for people who read the file. */
  readonly purpose: string;
  readonly deltas: readonly string[];
  readonly finishReason: 'stop' | 'length';
  readonly usage: TokenUsage;
}

/** A recording in memory. */
export interface Recording {
  /** As messages name it. */
  readonly name: string;
  readonly model: RecordedModel;
  readonly replies: ReadonlyMap<string, RecordedReply>;
}

/**
 * The model with its whole replies handed to `keep`, one line each with its line end; failed and aborted calls are not kept.
 * @param identity what else than the model's id its replies depend on, such as the spec's options
 * @param keep is called at once with the line that describes the model
 */
export function recorded(model: LanguageModel, identity: Json, keep: (line: string) => void): LanguageModel {
  const { id, title, contextLength, capabilities, provenance } = model;
  keep(`${JSON.stringify({ model: { id, title, contextLength, capabilities, provenance } })}\n`);
  return {
    id,
    title,
    contextLength,
    capabilities,
    provenance,
    async *stream(request, options) {
      const deltas: string[] = [];
      for await (const part of model.stream(request, options)) {
        if (part.type === 'text-delta') deltas.push(part.delta);
        else if (part.finishReason !== 'abort') {
          const { finishReason, usage } = part;
          const key = keyOf(identity, request);
          const reply: RecordedReply = { key, purpose: request.purpose.type, deltas, finishReason, usage };
          keep(`${JSON.stringify(reply)}\n`);
        }
        yield part;
      }
    },
  };
}

/**
 * A model that answers from a recording and from nothing else: a request that is not in it fails with
 * `reply-not-recorded`, and no engine is asked.
 * @param identity as it was when the recording was made
 */
export function replayed(recording: Recording, identity: Json): LanguageModel {
  return {
    ...recording.model,
    async *stream(request, { signal }) {
      throwIfAborted(signal);
      const reply = recording.replies.get(keyOf(identity, request));
      if (reply === undefined) {
        throw new LabError(
          'reply-not-recorded',
          `The recording ${recording.name} has no reply to this ${request.purpose.type} request: the spec, the data or the ` +
            'prompts have changed since. Record the run again.',
          { recording: recording.name, purpose: request.purpose.type },
        );
      }
      for (const delta of reply.deltas) yield { type: 'text-delta', delta } as const;
      yield { type: 'finish', finishReason: reply.finishReason, usage: reply.usage } as const;
    },
  };
}

/**
 * Reads a recording from JSON Lines.
 * @throws LabError `file-invalid` naming the line that cannot be read
 */
export function parseRecording(name: string, text: string): Recording {
  const lines = text.split('\n').filter((line) => line !== '');
  const read = (line: string, index: number): Readonly<Record<string, unknown>> => {
    try {
      return JSON.parse(line) as Readonly<Record<string, unknown>>;
    } catch (cause) {
      throw damaged(name, index + 1, cause);
    }
  };
  const [header, ...replies] = lines.map(read);
  if (typeof header?.['model'] !== 'object') throw damaged(name, 1);
  const byKey = new Map<string, RecordedReply>();
  replies.forEach((reply, index) => {
    if (typeof reply['key'] !== 'string' || !Array.isArray(reply['deltas'])) throw damaged(name, index + 2);
    byKey.set(reply['key'], reply as unknown as RecordedReply);
  });
  return { name, model: header['model'] as RecordedModel, replies: byKey };
}

const damaged = (name: string, line: number, cause?: unknown): LabError =>
  new LabError(
    'file-invalid',
    `The recording ${name} is damaged in line ${line}. Record the run again.`,
    { recording: name, line },
    { cause },
  );

/** Everything that a reply may depend on. The purpose says nothing that the messages do not, so it is left out. */
function keyOf(identity: Json, request: GenerateRequest): string {
  const { messages, seed, temperature, maxTokens, stop, responseSchema } = request;
  const asked: { readonly [key: string]: Json } = {
    identity,
    messages: messages.map(({ role, content }) => ({ role, content })),
    seed,
    temperature,
    maxTokens,
    stop: stop ?? null,
    responseSchema: responseSchema ?? null,
  };
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(asked))));
}
