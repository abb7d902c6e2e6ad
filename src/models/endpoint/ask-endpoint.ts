/**
 * @file Asking an endpoint for a reply: in its dialect, once more after a refusal that teaches something, and after a wait where it is busy.
 */
import { pow } from '../../core/numbers/power.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { GenerateRequest, Message } from '../../core/language-model.ts';
import { streamChat, type ChatPiece } from './chat-stream.ts';
import { readJson, request as send } from './request.ts';
import { alternating, COMMON, learnt, type Dialect } from './dialect.ts';
import type { EndpointConnection } from './endpoint-connection.ts';
import { strictSchema, Unwrapping } from './strict-schema.ts';

/** A piece of a reply, or a wait before it. */
export type AskedPiece = ChatPiece | { readonly type: 'wait'; readonly milliseconds: number; readonly reason: string };

/** What is asked; a purpose plays no part. */
export type Asked = Omit<GenerateRequest, 'purpose'>;

/** How a server is asked; its dialect grows with what it refuses. */
export class EndpointAsker {
  dialect: Dialect = COMMON;
  /** What the server said when it refused a schema; null as long as it has not. */
  schemaRefusal: string | null = null;
  private readonly model: string;
  /** Whether a template that knows it is told to think; null to say nothing. */
  private readonly thinks: boolean | null;

  /** @param model as the server names it */
  constructor(model: string, thinks: boolean | null = null) {
    this.model = model;
    this.thinks = thinks;
  }

  /**
   * Asks. The last piece is the end of the reply.
   * @throws LabError as `streamChat` does
   */
  ask(connection: EndpointConnection, request: Asked, signal: AbortSignal): AsyncGenerator<AskedPiece> {
    return this.patiently(connection, signal, () => this.once(connection, request, signal));
  }

  /**
   * Has a prompt read and one token written, which nobody uses: what comes back says of how many tokens the prompt is.
   * @param reply the beginning of the model's reply, of whose tokens the server is to tell; null to end before it
   * @returns the body of the answer
   * @throws LabError as `ask` does; waits for a busy server are not told
   */
  async readPrompt(
    connection: EndpointConnection,
    messages: readonly Message[],
    reply: string | null,
    signal: AbortSignal,
  ): Promise<unknown> {
    const once = async function* (this: EndpointAsker) {
      const body = this.promptBody(messages, reply);
      const read = await readJson(await send(connection, '/chat/completions', body, signal), connection, signal);
      yield { type: 'read', read } as const;
    }.bind(this);
    for await (const piece of this.patiently(connection, signal, once)) if (piece.type === 'read') return piece.read;
    return null;
  }

  private async *patiently<Piece>(
    connection: EndpointConnection,
    signal: AbortSignal,
    once: () => AsyncGenerator<Piece>,
  ): AsyncGenerator<Piece | Wait> {
    let waited = 0;
    for (let tries = 0; ;) {
      try {
        yield* once();
        return;
      } catch (thrown) {
        const dialect = learnt(this.dialect, thrown);
        const wait = dialect === null ? waitAfter(thrown, tries) : null;
        if (dialect?.schemas === false && this.dialect.schemas) this.schemaRefusal = (thrown as LabError).message;
        if (dialect !== null) this.dialect = dialect;
        else if (wait === null) throw thrown;
        else if (waited + wait.milliseconds > connection.longestWait)
          throw tooBusy(thrown as LabError, wait, connection);
        else {
          yield wait;
          await pause(wait.milliseconds, signal);
          waited += wait.milliseconds;
          tries += 1;
        }
      }
    }
  }

  private async *once(connection: EndpointConnection, request: Asked, signal: AbortSignal): AsyncGenerator<AskedPiece> {
    const { responseSchema } = request;
    const sent = responseSchema === undefined || !this.dialect.schemas ? null : strictSchema(responseSchema);
    const body = this.body(request, sent);
    if (sent?.isWrapped !== true) {
      yield* streamChat(connection, body, signal);
      return;
    }
    const unwrapping = new Unwrapping();
    for await (const piece of streamChat(connection, body, signal)) {
      const text = piece.type === 'text' ? unwrapping.add(piece.text) : piece.type === 'end' ? unwrapping.end() : '';
      if (text !== '') yield { type: 'text', text };
      if (piece.type !== 'text') yield piece;
    }
  }

  private body(request: Asked, sent: ReturnType<typeof strictSchema> | null): Json {
    const { messages, seed, temperature, maxTokens, stop } = request;
    return {
      ...this.common(messages, maxTokens),
      seed: seed % SEEDS,
      temperature,
      ...(stop !== undefined && stop.length > 0 && { stop }),
      ...(sent !== null && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'reply', schema: sent.schema, strict: sent.isStrict },
        },
      }),
      stream: true,
      stream_options: { include_usage: true },
    };
  }

  private promptBody(messages: readonly Message[], reply: string | null): Json {
    if (reply === null) return { ...this.common(messages, 1), temperature: 0, stream: false };
    return {
      ...this.common([...messages, { role: 'assistant', content: reply }], 1),
      temperature: 0,
      // The names of vLLM, whose 0 means the prompt's own tokens and no alternatives.
      add_generation_prompt: false,
      continue_final_message: true,
      prompt_logprobs: 0,
      stream: false,
    };
  }

  private common(messages: readonly Message[], maxTokens: number): { readonly [name: string]: Json } {
    const { limit, alternates, templateOptions } = this.dialect;
    const told = alternates ? alternating(messages) : messages;
    return {
      model: this.model,
      messages: told.map(({ role, content }) => ({ role, content })),
      [limit]: maxTokens,
      ...(this.thinks !== null && templateOptions && { chat_template_kwargs: { enable_thinking: this.thinks } }),
    };
  }
}

// Some servers read seeds as signed 32-bit numbers, and llama.cpp takes the largest unsigned one for "any".
const SEEDS = 2 ** 31;

/** Too many requests, and unavailable. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const FIRST_WAIT = 1000;

interface Wait {
  readonly type: 'wait';
  readonly milliseconds: number;
  readonly reason: string;
}

/** As long as the server asks for; else twice as long each time. */
function waitAfter(thrown: unknown, tries: number): Wait | null {
  if (!(thrown instanceof LabError)) return null;
  const { status = 0, retryAfter } = (thrown.details ?? {}) as { readonly status?: number; readonly retryAfter?: Json };
  if (!BUSY.has(status)) return null;
  const milliseconds = typeof retryAfter === 'number' ? Math.ceil(retryAfter * 1000) : FIRST_WAIT * pow(2, tries);
  return { type: 'wait', milliseconds, reason: `the endpoint is busy (${String(status)})` };
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
