/** @file A model behind an OpenAI-compatible chat endpoint. */
import type { GenerateRequest, LanguageModel, TokenUsage } from '../../core/language-model.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import { estimated } from '../thinking-apart.ts';
import type { EndpointAsker } from './ask-endpoint.ts';
import type { ServerUsage } from './chat-stream.ts';
import { timeToRead, type EndpointConnection } from './endpoint-options.ts';
import { listModels } from './request.ts';
import { scoreReplies } from './score-replies.ts';

interface EndpointModelFacts {
  /** As the spec names it: `llama3.2`. */
  readonly name: string;
  /** As the server names it: `llama3.2:latest`. */
  readonly model: string;
  readonly asker: EndpointAsker;
  readonly contextLength: number;
  readonly keepsSchemas: boolean;
  /** Whether it was seen to tell what else was likely in the place of a token. */
  readonly scores: boolean;
  readonly pace: number;
}

/**
 * The model, which asks the endpoint for each reply. Its calls throw what asking does, and `endpoint-gone`.
 * @param connect is asked before each reply, so that a key that was changed or an endpoint that was withdrawn counts at once
 */
export function endpointModel(connect: () => EndpointConnection, facts: EndpointModelFacts): LanguageModel {
  const { name, model, asker, contextLength, keepsSchemas, scores, pace } = facts;
  const connectFor = ({ messages }: Pick<GenerateRequest, 'messages'>): EndpointConnection =>
    timeToRead(connect(), pace, estimated(messages, 0).inputTokens);
  const { host } = new URL(connect().baseUrl);
  return {
    id: `endpoint/${name}`,
    title: `${name} at ${host}`,
    contextLength,
    // Such servers batch requests and keep caches, so that equal requests with equal seeds give different replies: ollama#5274.
    capabilities: { seed: false, responseSchema: keepsSchemas, score: scores },
    provenance: {
      engine: 'OpenAI-compatible endpoint',
      model,
      revision: null,
      dtype: null,
      device: 'server',
    },
    async *stream(request, { signal }) {
      let characters = 0;
      const connection = connectFor(request);
      const asked = scores ? request : { ...request, tellsAlternatives: false };
      try {
        for await (const piece of asker.ask(connection, asked, signal)) {
          if (piece.type === 'text' || piece.type === 'thought') {
            characters += piece.text.length;
            yield { type: piece.type === 'text' ? 'text-delta' : 'thought-delta', delta: piece.text };
          } else if (piece.type === 'wait') yield piece;
          else {
            const usage = piece.usage === null ? estimated(request.messages, characters) : counted(piece.usage);
            const warning = cutPrompt(request, piece.usage);
            yield {
              type: 'finish',
              finishReason: piece.finishReason,
              usage,
              ...(warning !== null && { warning }),
              ...(request.tellsAlternatives === true && piece.told && { told: piece.told }),
              ...(piece.isFree === true && { isFree: true }),
            };
          }
        }
      } catch (thrown) {
        throw await asOutage(thrown, connection, signal);
      }
    },
    ...(scores && {
      async score({ messages }, replies, { signal }) {
        const connection = connectFor({ messages });
        try {
          return await scoreReplies(connection, asker, { messages, replies }, signal);
        } catch (thrown) {
          throw await asOutage(thrown, connection, signal);
        }
      },
    }),
  };
}

const MOST_PER_TOKEN = 12;
/** In characters: a short prompt is never cut. */
const SHORT = 2000;

/** What says that the server read a part of the prompt; null where it may have read all. */
function cutPrompt({ messages }: GenerateRequest, usage: ServerUsage | null): string | null {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const read = (usage?.input ?? 0) + (usage?.cached ?? 0);
  // Some proxies count nothing, as 0 or 1.
  if (read < 16 || characters < SHORT || characters <= MOST_PER_TOKEN * read) return null;
  return `The server read ${read} tokens of a prompt of ${characters} characters: it was cut. Load the model with a longer context.`;
}

const counted = ({ input, output, cached, thinking }: ServerUsage): TokenUsage => ({
  inputTokens: input,
  outputTokens: output,
  estimated: false,
  ...(cached !== undefined && { cachedTokens: cached }),
  ...(thinking !== undefined && { thinkingTokens: thinking }),
});

/** Milliseconds of silence after which a server that is asked for its list counts as gone; listing takes it no model. */
const PATIENCE = 10_000;

/** No key, no money, too many requests, unavailable: such a server lists its models and has none of them answer. */
const TURNED_AWAY: ReadonlySet<unknown> = new Set([401, 402, 429, 503, 529]);

/**
 * The failure of a request for a reply, as `endpoint-gone` where the endpoint turns everybody away or does not even list its
 * models any more; any other as it is.
 * @throws LabError `aborted`
 */
async function asOutage(thrown: unknown, connection: EndpointConnection, signal: AbortSignal): Promise<unknown> {
  if (!(thrown instanceof LabError) || thrown.code !== 'endpoint-failed') return thrown;
  return !isTurnedAway(thrown) && (await answers(connection, signal)) ? thrown : asGone(thrown);
}

/** A failure to ask as that of an endpoint which answers nobody; any other as it is. */
export const asGone = (thrown: unknown): unknown =>
  thrown instanceof LabError && thrown.code === 'endpoint-failed'
    ? new LabError('endpoint-gone', thrown.message, thrown.details, { cause: thrown })
    : thrown;

const isTurnedAway = ({ details }: LabError): boolean =>
  details !== null && typeof details === 'object' && 'status' in details && TURNED_AWAY.has(details['status']);

async function answers(connection: EndpointConnection, signal: AbortSignal): Promise<boolean> {
  const firstSilence = Math.min(connection.firstSilence, PATIENCE);
  const list = listModels({ ...connection, firstSilence, silence: firstSilence }, signal);
  const isThere = await list.then(
    () => true,
    () => false,
  );
  throwIfAborted(signal);
  return isThere;
}
