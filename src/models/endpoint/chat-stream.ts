/**
 * @file Reads the reply of an OpenAI-compatible chat endpoint: server-sent events with a JSON chunk each, `[DONE]` at the end.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
import { createParser } from 'eventsource-parser';
import { throwIfAborted, type LabError } from '../../core/errors.ts';
import { type Json, parsedJson } from '../../core/json.ts';
import type { ToldToken } from '../../core/language-model.ts';
import type { EndpointConnection } from './endpoint-options.ts';
import { endpointError, fieldsOf, quoted, refusal } from './endpoint-error.ts';
import { failure, readJson, readPieces, request, type WatchedResponse } from './request.ts';

/** Tokens as the server counted them; `cached` where it says how many it did not have to compute. */
export interface ServerUsage {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
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
      readonly told?: readonly ToldToken[];
    };

interface Ending {
  finishReason: string | null;
  usage: ServerUsage | null;
  /** Arguments of a call, which some models write in place of a reply. */
  call: string;
  hasText: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Asks for a chat completion. The last piece is its end.
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
  const ending: Ending = { finishReason: null, usage: null, call: '', hasText: false };
  try {
    for await (const piece of chunks(watched, ending, connection)) {
      if (piece.type === 'text') received += piece.text;
      yield piece;
      if (piece.type === 'end') return;
    }
    if (ending.finishReason === null) throw halfReply('broke off', '', received, connection);
  } catch (thrown) {
    throwIfAborted(signal);
    if (!watched.watch.expired || ending.finishReason === null)
      throw streamFailure(thrown, watched, connection, received, signal);
  } finally {
    watched.watch.stop();
  }
  yield* endOf(ending, connection);
}

async function* chunks(
  watched: WatchedResponse,
  ending: Ending,
  connection: EndpointConnection,
): AsyncGenerator<ChatPiece> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const piece of readPieces(watched, connection)) {
    parser.feed(piece);
    for (const data of events.splice(0)) {
      if (data.trim() === '') continue;
      if (data.trim() === '[DONE]') {
        yield* endOf(ending, connection);
        return;
      }
      yield* readChunk(data, ending, connection);
      // Some servers do not end the stream; what may be missing yet is the count of tokens.
      if (ending.finishReason !== null && ending.usage !== null) return;
    }
  }
}

function* readChunk(data: string, ending: Ending, connection: EndpointConnection): Generator<ChatPiece> {
  const read = parsedJson(data);
  const message = `The endpoint at ${connection.baseUrl} sent a piece that is not JSON: ${quoted(data, connection)}`;
  if (read === undefined) throw endpointError(message, connection);
  const chunk = fieldsOf(read);
  const choice = firstChoice(chunk);
  const error = chunk['error'] ?? choice['error'] ?? null;
  if (error !== null) throw refusal(null, JSON.stringify({ error }), connection);
  ending.usage = usageIn(chunk['usage']) ?? ending.usage;
  if (typeof choice['finish_reason'] === 'string') ending.finishReason = choice['finish_reason'];
  yield* messagePieces(fieldsOf(choice['delta']), ending);
}

function* wholeReply(value: unknown, connection: EndpointConnection): Generator<ChatPiece> {
  const reply = fieldsOf(value);
  const choice = firstChoice(reply);
  const error = reply['error'] ?? choice['error'] ?? null;
  if (error !== null || !('message' in choice))
    throw refusal(null, JSON.stringify(error === null ? value : { error }), connection);
  const finishReason = typeof choice['finish_reason'] === 'string' ? choice['finish_reason'] : 'stop';
  const ending: Ending = { finishReason, usage: usageIn(reply['usage']), call: '', hasText: false };
  yield* messagePieces(fieldsOf(choice['message']), ending);
  const told = toldIn(choice['logprobs']);
  for (const piece of endOf(ending, connection)) yield { ...piece, ...(told.length > 0 && { told }) };
}

/** Less likely tokens say nothing; some are −9999. */
const LEAST = -20;

function toldIn(value: unknown): readonly ToldToken[] {
  const { content } = fieldsOf(value);
  return (Array.isArray(content) ? content : []).map((one: unknown) => {
    const { token, top_logprobs: likeliest } = fieldsOf(one);
    const alternatives = (Array.isArray(likeliest) ? likeliest : []).flatMap((other: unknown) => {
      const { token: text, logprob } = fieldsOf(other);
      const isTold = typeof text === 'string' && typeof logprob === 'number' && logprob > LEAST;
      return isTold ? [{ token: text, logProbability: Math.min(0, logprob) }] : [];
    });
    return { token: textOf(token), alternatives };
  });
}

/** A server that tells thinking apart has it in a field of its own, `reasoning_content` or `reasoning`, or in a part of the content. */
function* messagePieces(message: Fields, ending: Ending): Generator<ChatPiece> {
  const { content, reasoning_content, reasoning, tool_calls: calls } = message;
  const thought = textOf(reasoning_content ?? reasoning);
  if (thought !== '') yield { type: 'thought', text: thought };
  for (const part of Array.isArray(content) ? content : [content]) {
    const { type, text, thinking } = fieldsOf(part);
    const isThought = type === 'thinking' || type === 'reasoning';
    const written = textOf(typeof part === 'string' ? part : isThought ? (thinking ?? text) : text);
    if (written === '') continue;
    if (!isThought) ending.hasText = true;
    yield { type: isThought ? 'thought' : 'text', text: written };
  }
  const [call] = (Array.isArray(calls) ? calls : []) as readonly unknown[];
  ending.call += textOf(fieldsOf(fieldsOf(call)['function'])['arguments']);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map((part) => textOf(fieldsOf(part)['text'])).join('') : '';
}

const STOPPED: Readonly<Record<string, string>> = {
  content_filter: 'was stopped by the server’s filter (content_filter)',
  abort: 'was stopped by the server (abort)',
  error: 'was stopped by an error of the server',
};

function* endOf({ finishReason, usage, call, hasText }: Ending, connection: EndpointConnection): Generator<ChatPiece> {
  const stopped = STOPPED[finishReason ?? ''];
  if (stopped !== undefined) {
    const message = `The reply of the endpoint at ${connection.baseUrl} ${stopped}. Look at its log.`;
    throw endpointError(message, connection);
  }
  if (!hasText && call !== '') yield { type: 'text', text: call };
  yield { type: 'end', finishReason: finishReason === 'length' ? 'length' : 'stop', usage };
}

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

/** How a reply ended in the middle, and what helps. */
function halfReply(
  how: string,
  help: string,
  received: string,
  connection: EndpointConnection,
  cause?: unknown,
): LabError {
  const after =
    received === '' ? 'before its first word' : `after ${received.length} characters, ${quoted(received, connection)}`;
  const message = `The endpoint at ${connection.baseUrl} ${how} in the middle of a reply, ${after}. Look at its log, load the model again or a smaller one${help}.`;
  return endpointError(message, connection, { received }, { cause });
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
    const how = `fell silent for ${connection.silence / 1000} s`;
    return halfReply(how, ', or allow more seconds of silence (timeoutSeconds)', received, connection, thrown);
  }
  if (thrown instanceof TypeError) return halfReply('broke off', '', received, connection, thrown);
  return failure(thrown, connection, watch, signal);
}
