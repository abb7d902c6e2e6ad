/**
 * @file Reads the reply of an OpenAI-compatible chat endpoint: server-sent events with a JSON chunk each, `[DONE]` at the end.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
import { createParser } from 'eventsource-parser';
import { throwIfAborted, type LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { EndpointConnection } from './endpoint-connection.ts';
import { endpointError, quoted, refusal } from './endpoint-error.ts';
import { failure, readJson, readPieces, request, type WatchedResponse } from './request.ts';

/** Tokens as the server counted them; `cached` where it says how many it did not have to compute. */
export interface ServerUsage {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  /** Of the output, what the model thought with. */
  readonly thinking?: number;
}

/** A piece of a reply. What a model thinks before it answers is no part of the reply. */
export type ChatPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | {
      readonly type: 'end';
      readonly finishReason: 'stop' | 'length';
      readonly usage: ServerUsage | null;
      /** False where the server sent the whole reply at once. */
      readonly streamed: boolean;
    };

interface Ending {
  finishReason: string | null;
  usage: ServerUsage | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Asks for a chat completion. The last piece is its end.
 * @param body of the request
 * @throws LabError `aborted`, `endpoint-failed`, `context-exceeded`, `model-missing`; in the middle of a reply `details.received`
 * holds the beginning of what came
 */
export async function* streamChat(
  connection: EndpointConnection,
  body: Json,
  signal: AbortSignal,
): AsyncGenerator<ChatPiece> {
  const watched = await request(connection, '/chat/completions', body, signal);
  if (/\bjson\b/.test(watched.response.headers.get('Content-Type') ?? '')) {
    yield* wholeReply(await readJson(watched, connection, signal), connection);
    return;
  }
  let received = '';
  try {
    for await (const piece of chunks(watched, connection)) {
      if (piece.type === 'text') received += piece.text;
      yield piece;
      if (piece.type === 'end') return;
    }
    throw brokenOff(received, connection);
  } catch (thrown) {
    throw streamFailure(thrown, watched, connection, received, signal);
  } finally {
    watched.watch.stop();
  }
}

async function* chunks(watched: WatchedResponse, connection: EndpointConnection): AsyncGenerator<ChatPiece> {
  const ending: Ending = { finishReason: null, usage: null };
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const piece of readPieces(watched, connection)) {
    parser.feed(piece);
    for (const data of events.splice(0)) {
      if (data.trim() === '[DONE]') {
        yield endOf(ending, true);
        return;
      }
      yield* readChunk(data, ending, connection);
    }
  }
  // Some servers close the connection after the last chunk without saying so.
  if (ending.finishReason !== null) yield endOf(ending, true);
}

function* readChunk(data: string, ending: Ending, connection: EndpointConnection): Generator<ChatPiece> {
  const chunk = parseChunk(data, connection);
  if (chunk['error'] !== undefined && chunk['error'] !== null) throw refusal(null, data, connection);
  ending.usage = usageIn(chunk['usage']) ?? ending.usage;
  const choice = firstChoice(chunk);
  const delta = fieldsOf(choice['delta']);
  if (typeof choice['finish_reason'] === 'string') ending.finishReason = choice['finish_reason'];
  yield* messagePieces(delta);
}

function parseChunk(data: string, connection: EndpointConnection): Fields {
  try {
    return fieldsOf(JSON.parse(data));
  } catch (cause) {
    const message = `The endpoint at ${connection.baseUrl} sent a piece that is not JSON: ${quoted(data, connection)}`;
    throw endpointError('server-error', message, connection, { cause });
  }
}

function* wholeReply(value: unknown, connection: EndpointConnection): Generator<ChatPiece> {
  const reply = fieldsOf(value);
  const choice = firstChoice(reply);
  const pieces = [...messagePieces(fieldsOf(choice['message']))];
  // A reply that was all thought has no content.
  if (pieces.length === 0 && typeof fieldsOf(choice['message'])['content'] !== 'string')
    throw refusal(null, JSON.stringify(value), connection);
  yield* pieces;
  const finishReason = typeof choice['finish_reason'] === 'string' ? choice['finish_reason'] : null;
  yield endOf({ finishReason, usage: usageIn(reply['usage']) }, false);
}

/** A server that tells thinking apart has it in a field of its own: `reasoning_content`, or `reasoning`. */
function* messagePieces({ content, reasoning_content, reasoning }: Fields): Generator<ChatPiece> {
  const thought = reasoning_content ?? reasoning;
  if (typeof thought === 'string' && thought !== '') yield { type: 'thought', text: thought };
  if (typeof content === 'string' && content !== '') yield { type: 'text', text: content };
}

const endOf = ({ finishReason, usage }: Ending, streamed: boolean): ChatPiece => ({
  type: 'end',
  finishReason: finishReason === 'length' ? 'length' : 'stop',
  usage,
  streamed,
});

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const firstChoice = ({ choices }: Fields): Fields => fieldsOf(Array.isArray(choices) ? choices[0] : null);

function usageIn(value: unknown): ServerUsage | null {
  const usage = fieldsOf(value);
  const { prompt_tokens: input, completion_tokens: output } = usage;
  if (typeof input !== 'number' || typeof output !== 'number') return null;
  const { cached_tokens: cached } = fieldsOf(usage['prompt_tokens_details']);
  const { reasoning_tokens: thinking } = fieldsOf(usage['completion_tokens_details']);
  return {
    input,
    output,
    ...(typeof cached === 'number' && { cached }),
    ...(typeof thinking === 'number' && thinking > 0 && { thinking }),
  };
}

const CLOSE = 'Look at its log, load the model again or a smaller one';

const after = (received: string, connection: EndpointConnection): string =>
  received === '' ? 'before its first word' : `after ${received.length} characters, ${quoted(received, connection)}`;

function brokenOff(received: string, connection: EndpointConnection, cause?: unknown): LabError {
  const message = `The endpoint at ${connection.baseUrl} broke off in the middle of a reply, ${after(received, connection)}. ${CLOSE}.`;
  return endpointError('broken-off', message, connection, { received, cause });
}

function streamFailure(
  thrown: unknown,
  { watch }: WatchedResponse,
  connection: EndpointConnection,
  received: string,
  signal: AbortSignal,
): unknown {
  throwIfAborted(signal);
  if (watch.expired) {
    const message = `The endpoint at ${connection.baseUrl} fell silent for ${connection.silence / 1000} s in the middle of a reply, ${after(received, connection)}. ${CLOSE}, or allow more seconds of silence (timeoutSeconds).`;
    return endpointError('hung', message, connection, { received, cause: thrown });
  }
  if (thrown instanceof TypeError) return brokenOff(received, connection, thrown);
  return failure(thrown, connection, watch, signal);
}
