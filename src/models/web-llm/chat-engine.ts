/** @file Of WebLLM's engine what the lab uses, so that a double can stand in for it in tests. */
import type {
  AppConfig,
  ChatCompletionChunk,
  ChatCompletionRequestStreaming,
  InitProgressReport,
} from '@mlc-ai/web-llm';

/** `MLCEngine`. */
export interface ChatEngine {
  /** Resolves without a model where `unload` was called meanwhile. */
  reload(model: string): Promise<void>;
  unload(): Promise<void>;
  /** Ends the reply under way before its next token; what is being computed is computed to its end. */
  interruptGenerate(): void | Promise<void>;
  /** Forgets the conversation that the last request belonged to. */
  resetChat(): Promise<void>;
  readonly chat: {
    readonly completions: {
      create(request: ChatCompletionRequestStreaming): Promise<AsyncIterable<ChatCompletionChunk>>;
    };
  };
}

/** What an engine is made of. */
export interface ChatEngineParts {
  readonly appConfig: AppConfig;
  readonly initProgressCallback: (report: InitProgressReport) => void;
  /** In which the library keeps files, and through which alone it fetches them. */
  readonly caches: Pick<CacheStorage, 'open'>;
}

/** Makes an engine that knows one model. */
export type ChatEngineMaker = (parts: ChatEngineParts) => Promise<ChatEngine>;

/** Fetches the library, six megabytes, and makes its engine. Its worker then has these caches and no others. */
export const makeChatEngine: ChatEngineMaker = async ({ caches, ...config }) => {
  // The library knows its caches by names that all sites of an origin share.
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true });
  const { MLCEngine } = await import('@mlc-ai/web-llm');
  return new MLCEngine({ ...config, logLevel: 'WARN' });
};
