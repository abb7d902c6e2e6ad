/**
 * @file Asks an endpoint for a reply in its dialect, again after a refusal that teaches something, or a wait.
 */
import { pow } from '../../core/numbers/power.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { type Json, parsedJson } from '../../core/json.ts';
import type { GenerateRequest, Message } from '../../core/language-model.ts';
import { fitted } from '../../core/reply/fit.ts';
import { withoutThinking } from '../../core/reply/thinking.ts';
import { streamChat, type ChatPiece } from './chat-stream.ts';
import { alternating, COMMON, learnt, type Dialect, type OptionalPart } from './dialect.ts';
import type { EndpointConnection } from './endpoint-options.ts';
import { withoutKeywords } from '../schema.ts';
import { strictSchema, Unwrapping } from './strict-schema.ts';

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
  private hasTriedOneOf = false;
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
    const learn = (thrown: unknown): boolean => {
      const dialect = learnt(this.dialect, thrown);
      this.dialect = dialect ?? this.dialect;
      return dialect !== null;
    };
    return patiently(connection, signal, () => this.once(connection, request, signal), learn);
  }

  private async *once(connection: EndpointConnection, request: Asked, signal: AbortSignal): AsyncGenerator<AskedPiece> {
    const { responseSchema } = request;
    const key = JSON.stringify(responseSchema ?? null);
    const isFree = this.broken.has(key) || this.dialect.leftOut.has('response_format');
    const sent = responseSchema === undefined || isFree ? null : strictSchema(responseSchema, this.dialect);
    const unwrapping = sent?.isWrapped === true ? new Unwrapping() : null;
    let written = '';
    let thought = '';
    const limit = request.maxTokens + (sent?.isWrapped === true ? WRAPPER_TOKENS : 0);
    // Whole replies come late.
    const isWhole = request.tellsAlternatives === true;
    const patient = { ...connection, firstSilence: connection.firstSilence + (isWhole ? 100 * limit : 0) };
    for await (const told of streamChat(patient, this.body(request, sent), signal, sent !== null)) {
      const piece = atLimit(told, limit);
      if (piece.type === 'thought') thought += piece.text;
      else if (piece.type === 'text') {
        // A whole reply was stopped at its brace, which is then left out.
        const isOpen = isWhole && sent !== null && isObject(`${piece.text}}`);
        const came = isOpen ? `${piece.text}}` : piece.text;
        written += came;
        const text = unwrapping === null ? came : unwrapping.add(came);
        if (text !== '') yield { type: 'text', text };
        continue;
      } else if (sent === null) {
        yield { ...piece, isFree: responseSchema !== undefined };
        continue;
      } else {
        // Some servers put a whole reply where thoughts belong.
        const isMisplaced = written.trim() === '' && piece.finishReason === 'stop' && isObject(thought);
        if (isMisplaced) written = thought.trim();
        const rest = (isMisplaced ? (unwrapping?.add(written) ?? written) : '') + (unwrapping?.end() ?? '');
        if (rest !== '') yield { type: 'text', text: rest };
        if (piece.finishReason === 'stop') this.learnFrom(withoutThinking(written), request.responseSchema ?? {}, key);
      }
      yield piece;
    }
  }

  /** A reply that breaks its schema teaches to write bounds or choices otherwise, else to send it no more. */
  private learnFrom(written: string, responseSchema: Json, key: string): void {
    const { schema } = strictSchema(responseSchema, { ...COMMON, hasLengths: false });
    const hasForm = keepsForm(written, schema);
    if (hasForm && !keepsForm(written, schema, [])) this.dialect = { ...this.dialect, listsNumbers: true };
    if (hasForm) return;
    if (key.includes('"anyOf"') && isObject(written) && !this.hasTriedOneOf) {
      this.hasTriedOneOf = true;
      this.dialect = { ...this.dialect, choices: 'oneOf' };
    } else if (this.keepsSchemas) this.broken.add(key);
  }

  private body(request: Asked, sent: ReturnType<typeof strictSchema> | null): Json {
    const { messages, seed, temperature, maxTokens, stop = [] } = request;
    const isTold = request.tellsAlternatives === true;
    const ends = isTold && sent !== null ? [...stop, '}'] : stop;
    return this.spoken({
      ...this.common(messages, maxTokens + (sent?.isWrapped === true ? WRAPPER_TOKENS : 0)),
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
        ? { stream: false, logprobs: true, top_logprobs: this.dialect.alternatives }
        : { stream: true, stream_options: { include_usage: true } }),
    });
  }

  private spoken(body: { readonly [name: string]: Json }): Json {
    const { leftOut } = this.dialect;
    return Object.fromEntries(Object.entries(body).filter(([name]) => !leftOut.has(name as OptionalPart)));
  }

  private common(messages: readonly Message[], maxTokens: number): { readonly [name: string]: Json } {
    const { limit, alternates } = this.dialect;
    const told = alternates ? alternating(messages) : messages;
    return {
      model: this.model,
      messages: told.map(({ role, content }) => ({ role, content })),
      [limit]: maxTokens,
      ...(this.thinks !== null && { chat_template_kwargs: { enable_thinking: this.thinks } }),
    };
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
export function keepsForm(written: string, schema: Json, but: readonly string[] = BOUNDS): boolean {
  const value = parsedJson(written);
  if (value === undefined) return false;
  const reading = fitted(value, withoutKeywords(schema, new Set(but)), { unknown: 'overlook' });
  return reading.ok && reading.note === undefined;
}

const BOUNDS = ['minimum', 'maximum', 'minItems', 'maxItems'];

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
