/**
 * @file What a model worker offers to the lab and to the page: one engine, loaded, asked, unloaded. Types only.
 */
import type {
  GenerateRequest,
  LanguageModel,
  Message,
  Provenance,
  Scoring,
  StreamPart,
} from '../core/language-model.ts';
import type { ComponentSpec } from '../core/run.ts';

/** How far the loading of a model has come. */
export interface LoadProgress {
  /** A verb and a noun: `Downloading SmolLM2-135M-Instruct`. */
  readonly phase: string;
  /** Bytes so far, and of how many; 0 where that is not known. */
  readonly bytes: number;
  readonly totalBytes: number;
}

/** The phase of a load that waits for a request that was stopped: engines hear a Stop only when they have read the prompt. */
export const READS_STOPPED_PROMPT = 'The model still reads the prompt that was stopped';

/** A language model that is loaded, without what it does. */
export interface LoadedModel extends Omit<LanguageModel, 'stream' | 'score' | 'countTokens'> {
  readonly countsTokens: boolean;
}

/** An embedding model that is loaded, without what it does. */
export interface LoadedEmbedding {
  readonly id: string;
  readonly title: string;
  readonly dimensions: number;
  readonly provenance: Provenance | null;
}

/** What became of `load`: an engine is the one or the other. */
export type Loaded =
  | { readonly kind: 'language'; readonly model: LoadedModel }
  | { readonly kind: 'embedding'; readonly model: LoadedEmbedding };

/**
 * A model worker on its own side of the border. It holds one engine, and answers one request at a time in the order of asking.
 * Callbacks are Comlink proxies; signals are top-level arguments because they cross only as such. Every method rejects with a
 * `LabError`, an aborted one with code `aborted`.
 */
export interface ModelService {
  /** Loads the model that a spec names, in place of the one before; a model that is already loaded is kept as it is. */
  load(spec: ComponentSpec, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<Loaded>;
  /** Batches hold the parts of `LanguageModel.stream` in order; the last one ends with `finish`. */
  stream(request: GenerateRequest, onParts: (batch: readonly StreamPart[]) => void, signal: AbortSignal): Promise<void>;
  score(request: GenerateRequest, continuations: readonly string[], signal: AbortSignal): Promise<Scoring>;
  countTokens(messages: readonly Message[], signal: AbortSignal): Promise<number>;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Stops the request under way, for whoever asked it is gone; the next one in the queue follows. */
  interrupt(): Promise<void>;
  /** Forgets what was kept from earlier requests, so that a run does not depend on what ran before. */
  reset(): Promise<void>;
  unload(): Promise<void>;
  /** Resolves at once where the worker is not busy in something that cannot be interrupted. */
  ping(): Promise<void>;
}
