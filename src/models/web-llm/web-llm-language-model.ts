/**
 * @file A loaded WebLLM model as the lab's language model, which its worker asks one request at a time; after a Stop the next
 * request starts cleanly.
 */
import type {
  ChatCompletionChunk,
  ChatCompletionRequestStreaming,
  AppConfig,
  InitProgressReport,
} from '@mlc-ai/web-llm';
import { LabError, NEVER, throwIfAborted } from '../../core/errors.ts';
import type { GenerateRequest, LanguageModel, StreamPart, TokenUsage } from '../../core/language-model.ts';
import { type DeviceWatch, webLlmFailure, type FailurePlace } from './failures.ts';
import { callWorker } from '../../rpc/worker-connection.ts';
import { MadeOfSchemas, type GrammarLibrary } from '../transformers/grammar.ts';

/** Writes schemas as grammars in EBNF with the root `root`. */
export const compactGrammars = (library: () => Promise<GrammarLibrary>): MadeOfSchemas<string> =>
  new MadeOfSchemas(library, async ({ Grammar }, schema) => {
    const grammar = await Grammar.fromJSONSchema(schema, false, -1);
    const text = grammar.toString();
    grammar.dispose();
    return text;
  });

export interface ChatEngine {
  /** Resolves without a model where `unload` was called meanwhile. */
  reload(model: string): Promise<void>;
  unload(): Promise<void>;
  /** Ends the reply under way before its next token; what is being computed is computed to its end. */
  interruptGenerate(): void | Promise<void>;
  resetChat(): Promise<void>;
  readonly chat: {
    readonly completions: {
      create(request: ChatCompletionRequestStreaming): Promise<AsyncIterable<ChatCompletionChunk>>;
    };
  };
}

export interface ChatEngineParts {
  readonly appConfig: AppConfig;
  readonly initProgressCallback: (report: InitProgressReport) => void;
  /** In which the library keeps files, and through which alone it fetches them. */
  readonly caches: Pick<CacheStorage, 'open'>;
}

export type ChatEngineMaker = (parts: ChatEngineParts) => Promise<ChatEngine>;

/** Fetches the library, six megabytes, and makes its engine. Its worker then has these caches and no others. */
export const makeChatEngine: ChatEngineMaker = async ({ caches, ...config }) => {
  // The library knows its caches by names that all sites of an origin share.
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true });
  const { MLCEngine } = await import('@mlc-ai/web-llm');
  return new MLCEngine({ ...config, logLevel: 'WARN' });
};

export interface LoadedChat {
  readonly engine: ChatEngine;
  readonly watch: DeviceWatch;
  readonly place: FailurePlace;
  readonly description: Pick<LanguageModel, 'id' | 'title' | 'contextLength' | 'provenance'>;
  /** Whether models that can do both, such as Qwen3, think before a reply that no schema holds. */
  readonly thinks: boolean;
  readonly grammars: MadeOfSchemas<string>;
}

type FinishReason = Extract<StreamPart, { readonly type: 'finish' }>['finishReason'];

/**
 * The model. Each request is computed from its first token: the library would go on with the keys and values of the last
 * conversation where the new one continues it, and its replies would then depend on what was asked before.
 *
 * A Stop ends a reply before its next token. While the prompt is read nothing can be broken off, so there the Stop is
 * answered when the prompt has been read.
 */
export function webLlmLanguageModel(chat: LoadedChat): LanguageModel {
  return {
    ...chat.description,
    capabilities: { seed: true, responseSchema: true, score: false },
    async *stream(request, { signal }) {
      throwIfAborted(signal);
      try {
        yield* reply(chat, request, signal);
      } catch (thrown) {
        throw webLlmFailure(chat.watch.lost.aborted ? chat.watch.lost.reason : thrown, chat.place);
      }
    },
  };
}

async function* reply(
  { engine, watch, place, thinks, grammars }: LoadedChat,
  request: GenerateRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamPart> {
  const stop = (): void => void engine.interruptGenerate();
  signal.addEventListener('abort', stop);
  let chunks: AsyncIterator<ChatCompletionChunk> | null = null;
  let isDrained = false;
  let finishReason: FinishReason = 'stop';
  let usage: TokenUsage | null = null;
  try {
    const { responseSchema } = request;
    const grammar = responseSchema === undefined ? null : await grammars.of(responseSchema);
    await orLost(engine.resetChat(), watch);
    const wanted = asked(request, isHybrid(place.model) ? thinks : null, grammar);
    chunks = (await engine.chat.completions.create(wanted))[Symbol.asyncIterator]();
    for (;;) {
      const step = await orLost(chunks.next(), watch);
      if (step.done === true) break;
      // The library forgets an interruption that comes before the reply has begun, so it is told again.
      if (signal.aborted) stop();
      const [choice] = step.value.choices;
      const delta = choice?.delta.content ?? '';
      if (delta !== '' && !signal.aborted) yield { type: 'text-delta', delta };
      finishReason = finishOf(choice?.finish_reason) ?? finishReason;
      usage = usageOf(step.value) ?? usage;
    }
    isDrained = true;
  } finally {
    signal.removeEventListener('abort', stop);
    // A reply that is left in the middle keeps the library's lock, and no other would ever start.
    if (chunks !== null && !isDrained) await drain(chunks, stop, watch);
  }
  throwIfAborted(signal);
  if (usage === null) {
    throw new LabError('model-failed', `${place.model} stopped in the middle of a reply. Run again.`);
  }
  yield { type: 'finish', finishReason, usage };
}

async function drain(chunks: AsyncIterator<ChatCompletionChunk>, stop: () => void, watch: DeviceWatch): Promise<void> {
  try {
    for (;;) {
      stop();
      const step = await orLost(chunks.next(), watch);
      if (step.done === true) return;
    }
  } catch {
    // Whoever asked is told of the first failure; this one only says that there is nothing left to drain.
  }
}

/** A device that is lost leaves promises that never settle. */
const orLost = <Value>(step: Promise<Value>, { lost }: DeviceWatch): Promise<Value> =>
  callWorker(lost, NEVER, () => step);

function usageOf({ usage }: ChatCompletionChunk): TokenUsage | null {
  if (!usage) return null;
  return { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens, estimated: false };
}

function finishOf(reason: string | null | undefined): FinishReason | null {
  return reason === 'length' || reason === 'abort' || reason === 'stop' ? reason : null;
}

/** The library begins replies without thinking with an empty thought: only models that know one are told not to think. */
const isHybrid = (model: string): boolean =>
  /^Qwen3(?:\.\d+)?-[\d.]+B\b/.test(model) && !/instruct|thinking/i.test(model);
/** Tokens of that empty thought, which count as a part of the reply. */
const EMPTY_THOUGHT = 8;

/**
 * The request as the library takes it. Everything else that shapes a reply, such as top_p and penalties, is in the
 * model's own settings, where `overrides` can change it.
 */
function asked(
  { messages, seed, temperature, maxTokens, stop }: GenerateRequest,
  thinks: boolean | null,
  grammar: string | null,
): ChatCompletionRequestStreaming {
  // A grammar holds the reply from its first token, so that nothing is thought before it.
  const switched = grammar === null ? thinks : null;
  return {
    messages: messages.map(({ role, content }) => ({ role, content })),
    seed,
    temperature,
    max_tokens: maxTokens + (switched === false ? EMPTY_THOUGHT : 0),
    ...(switched !== null && { extra_body: { enable_thinking: switched } }),
    stream: true,
    stream_options: { include_usage: true },
    // The library looks for stops in the empty thought too, which has line breaks: what stops the reply is looked for behind it.
    ...(stop !== undefined && stop.length > 0 && switched !== false && { stop: [...stop] }),
    ...(grammar !== null && { response_format: { type: 'grammar', grammar } }),
  };
}
