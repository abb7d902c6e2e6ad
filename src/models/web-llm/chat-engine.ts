/**
 * @file Of WebLLM's engine what the lab uses, so that a double can stand in for it in tests.
 */
import type {
  AppConfig,
  ChatCompletionChunk,
  ChatCompletionRequestStreaming,
  InitProgressReport,
} from '@mlc-ai/web-llm';
import { siteCaches } from '../../core/platform/site-caches.ts';

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

/** Makes an engine that knows one model. */
export type ChatEngineMaker = (config: {
  readonly appConfig: AppConfig;
  readonly initProgressCallback: (report: InitProgressReport) => void;
}) => Promise<ChatEngine>;

/** Fetches the library, six megabytes, and makes its engine. Its worker then has this site's caches and no others. */
export const makeChatEngine: ChatEngineMaker = async (config) => {
  // The library knows its caches by names that all sites of an origin share.
  Object.defineProperty(globalThis, 'caches', { value: siteCaches, configurable: true });
  const { MLCEngine } = await import('@mlc-ai/web-llm');
  return new MLCEngine({ ...config, logLevel: 'WARN' });
};
