/** @file Asks an endpoint for a reply in its dialect, again after a refusal that teaches something, or a wait. */
import { pow } from '../../core/numbers/power.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { type Json, parsedJson } from '../../core/json.ts';
import type { GenerateRequest } from '../../core/language-model.ts';
import { fitted } from '../../core/reply/fit.ts';
import { withoutThinking } from '../../core/reply/thinking.ts';
import { streamChat, type ChatPiece } from './chat-stream.ts';
import { alternating, COMMON, learnt, type Dialect, type OptionalPart } from './dialect.ts';
import type { EndpointConnection } from './endpoint-options.ts';
import { withoutKeywords } from '../engine.ts';
import { strictSchema, unwrapped, type SentSchema } from './strict-schema.ts';

export type AskedPiece =
  | (ChatPiece & {
      /** Of an end: true where the schema that was asked for was not sent. */
      readonly isFree?: boolean;
    })
  | { readonly type: 'wait'; readonly milliseconds: number; readonly reason: string };

export type Asked = Omit<GenerateRequest, 'purpose'>;

export class EndpointAsker {
  dialect: Dialect = COMMON;
  keepsSchemas = false;
  /** Schemas that the model was seen to break all the same, which are sent no more. */
  private readonly broken = new Set<string>();
  private readonly model: string;
  private readonly thinks: boolean | null;

  constructor(model: string, thinks: boolean | null = null) {
    this.model = model;
    this.thinks = thinks;
  }

  /** Asks. The last piece is the end of the reply. @throws LabError as `streamChat` does */
  ask(connection: EndpointConnection, request: Asked, signal: AbortSignal): AsyncGenerator<AskedPiece> {
    return patiently(
      connection,
      signal,
      () => this.once(connection, request, signal),
      (thrown) => {
        const dialect = learnt(this.dialect, thrown);
        this.dialect = dialect ?? this.dialect;
        return dialect !== null;
      },
    );
  }

  private async *once(connection: EndpointConnection, request: Asked, signal: AbortSignal): AsyncGenerator<AskedPiece> {
    const { responseSchema } = request;
    const key = JSON.stringify(responseSchema ?? null);
    const isFree = this.broken.has(key) || this.dialect.leftOut.has('response_format');
    const sent = responseSchema === undefined || isFree ? null : strictSchema(responseSchema, this.dialect.hasLengths);
    const isWrapped = sent?.isWrapped === true;
    let written = '';
    let thought = '';
    const limit = request.maxTokens + (isWrapped ? WRAPPER_TOKENS : 0);
    // Whole replies come late.
    const isWhole = request.tellsAlternatives === true;
    const patient = { ...connection, firstSilence: connection.firstSilence + (isWhole ? 100 * limit : 0) };
    for await (const told of streamChat(patient, this.body(request, sent, limit), signal)) {
      const piece = atLimit(told, limit);
      if (piece.type === 'thought') thought += piece.text;
      else if (piece.type === 'text') {
        // A whole reply was stopped at its brace, which is then left out.
        const isOpen = isWhole && sent !== null && isObject(`${piece.text}}`);
        const came = isOpen ? `${piece.text}}` : piece.text;
        written += came;
        if (!isWrapped && came !== '') yield { type: 'text', text: came };
        continue;
      } else if (sent === null) {
        yield { ...piece, isFree: responseSchema !== undefined };
        continue;
      } else {
        // Some servers put a whole reply where thoughts belong.
        const isMisplaced = written.trim() === '' && piece.finishReason === 'stop' && isObject(thought);
        if (isMisplaced) written = thought.trim();
        if (isWrapped || isMisplaced) yield { type: 'text', text: isWrapped ? unwrapped(written) : written };
        // What the model breaks all the same is sent no more.
        const isBroken = this.keepsSchemas && piece.finishReason === 'stop';
        if (isBroken && !keepsForm(withoutThinking(written), responseSchema ?? {})) this.broken.add(key);
      }
      yield piece;
    }
  }

  private body(request: Asked, sent: SentSchema | null, limit: number): Json {
    const { messages, seed, temperature, stop = [] } = request;
    const { leftOut, alternates, alternatives, limit: limitName } = this.dialect;
    const isTold = request.tellsAlternatives === true;
    const ends = isTold && sent !== null ? [...stop, '}'] : stop;
    const body: { readonly [name: string]: Json } = {
      model: this.model,
      messages: (alternates ? alternating(messages) : messages).map(({ role, content }) => ({ role, content })),
      [limitName]: limit,
      ...(this.thinks !== null && { chat_template_kwargs: { enable_thinking: this.thinks } }),
      seed: seed % SEEDS,
      temperature,
      ...(ends.length > 0 && { stop: ends }),
      ...(sent !== null && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'reply', schema: sent.schema, strict: sent.isStrict },
        },
      }),
      // Some servers tell of tokens in whole replies alone.
      ...(isTold
        ? { stream: false, logprobs: true, top_logprobs: alternatives }
        : { stream: true, stream_options: { include_usage: true } }),
    };
    return Object.fromEntries(Object.entries(body).filter(([name]) => !leftOut.has(name as OptionalPart)));
  }
}

/**
 * Asks, and again after each refusal that teaches something and each wait for a busy server. A wait is at least as long as the server asks,
 * and grows with each. What has begun to be told is not asked again.
 * @param learn true for a refusal that taught something
 * @throws LabError what `once` throws
 */
export async function* patiently<Piece extends { readonly type: string }>(
  connection: EndpointConnection,
  signal: AbortSignal,
  once: () => AsyncGenerator<Piece>,
  learn: (thrown: unknown) => boolean = () => false,
): AsyncGenerator<Piece | Wait> {
  let waited = 0;
  for (let tries = 0; ;) {
    let hasBegun = false;
    try {
      for await (const piece of once()) {
        hasBegun = true;
        yield piece;
      }
      return;
    } catch (thrown) {
      if (hasBegun) throw thrown;
      if (learn(thrown)) continue;
      const wait = waitAfter(thrown, tries, connection);
      if (wait === null) throw thrown;
      if (waited + wait.milliseconds > connection.longestWait || tries >= MOST_WAITS)
        throw tooBusy(thrown as LabError, wait, connection);
      yield wait;
      await pause(wait.milliseconds, signal);
      waited += wait.milliseconds;
      tries += 1;
    }
  }
}

/** The end of a reply that came to its limit, whatever its server calls that: some say "stop". */
const atLimit = (piece: ChatPiece, limit: number): ChatPiece =>
  piece.type === 'end' && (piece.usage?.output ?? 0) >= limit ? { ...piece, finishReason: 'length' } : piece;

const WRAPPER_TOKENS = 24;

const isObject = (text: string): boolean => /^\s*\{/.test(text) && parsedJson(text) !== undefined;

/** Whether a reply is its schema's, as it came; numbers out of bounds are left to the reader, since some grammars leave bounds out. */
export function keepsForm(written: string, schema: Json): boolean {
  const value = parsedJson(written);
  if (value === undefined) return false;
  const reading = fitted(value, withoutKeywords(schema, UNBOUNDED), { unknown: 'overlook' });
  return reading.ok && reading.note === undefined;
}

/** Lengths are left out where they are refused. */
const UNBOUNDED = new Set(['minimum', 'maximum', 'minItems', 'maxItems', 'maxLength']);

// Some servers read seeds as signed 32-bit numbers, and llama.cpp takes the largest unsigned one for "any".
const SEEDS = 2 ** 31;

const BUSY: ReadonlySet<number> = new Set([429, 503, 529]);
const MOST_WAITS = 20;

interface Wait {
  readonly type: 'wait';
  readonly milliseconds: number;
  readonly reason: string;
}

/** Twice as long each time, and at least as long as the server asks; null where it is not busy. */
function waitAfter(thrown: unknown, tries: number, { leastWait }: EndpointConnection): Wait | null {
  if (!(thrown instanceof LabError)) return null;
  const { status = 0, retryAfter, isUsedUp } = (thrown.details ?? {}) as Refused;
  if (!BUSY.has(status) || isUsedUp === true) return null;
  const asked = typeof retryAfter === 'number' ? Math.ceil(retryAfter * 1000) : 0;
  const milliseconds = Math.max(asked, leastWait * pow(2, tries));
  return { type: 'wait', milliseconds, reason: `the endpoint is busy (${String(status)})` };
}

interface Refused {
  readonly status?: number;
  readonly retryAfter?: Json;
  readonly isUsedUp?: boolean;
}

const tooBusy = (refusal: LabError, { milliseconds }: Wait, { longestWait }: EndpointConnection): LabError =>
  new LabError(
    refusal.code,
    `${refusal.message} It would be asked again in ${Math.ceil(milliseconds / 1000)} s, but all waits together may take ${longestWait / 1000} s. Try later, or raise waitSeconds.`,
    refusal.details,
    { cause: refusal },
  );

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new LabError('aborted', 'Stopped.'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
