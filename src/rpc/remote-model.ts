/** @file A model that is loaded in a worker, as if it were here. */
import { proxy, type Remote } from 'comlink';
import type {
  EmbeddingModel,
  LanguageModel,
  StreamPart,
  GenerateRequest,
  Message,
  Provenance,
  Scoring,
} from '../core/language-model.ts';
import { callWorker } from './worker-connection.ts';
import type { ComponentSpec } from '../core/run.ts';

export interface LoadProgress {
  readonly phase: string;
  /** Bytes so far, and of how many; 0 where that is not known. */
  readonly bytes: number;
  readonly totalBytes: number;
}

/** The phase of a load that waits for a request that was stopped: engines hear a Stop only when they have read the prompt. */
export const READS_STOPPED_PROMPT = 'The model still reads the prompt that was stopped';

export interface LoadedModel extends Omit<LanguageModel, 'stream' | 'score' | 'countTokens'> {
  readonly countsTokens: boolean;
}

export interface LoadedEmbedding {
  readonly id: string;
  readonly title: string;
  readonly dimensions: number;
  readonly provenance: Provenance | null;
}

export type Loaded =
  | { readonly kind: 'language'; readonly model: LoadedModel }
  | { readonly kind: 'embedding'; readonly model: LoadedEmbedding };

/** One engine, one request at a time, in the order of asking. Every method rejects with a `LabError`. */
export interface ModelService {
  load(spec: ComponentSpec, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<Loaded>;
  /** Batches hold the parts of `LanguageModel.stream` in order; the last one ends with `finish`. */
  stream(request: GenerateRequest, onParts: (batch: readonly StreamPart[]) => void, signal: AbortSignal): Promise<void>;
  score(request: GenerateRequest, continuations: readonly string[], signal: AbortSignal): Promise<Scoring>;
  countTokens(messages: readonly Message[], signal: AbortSignal): Promise<number>;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Stops the request under way, for whoever asked it is gone; the next one in the queue follows. */
  interrupt(): Promise<void>;
  reset(): Promise<void>;
  unload(): Promise<void>;
  ping(): Promise<void>;
}

export type RemoteModel =
  | { readonly kind: 'language'; readonly model: LanguageModel }
  | { readonly kind: 'embedding'; readonly model: EmbeddingModel };

/** Calls reject with `aborted` as soon as they are stopped. @param lost aborted with a `LabError` where the worker is lost */
export function remoteModel(service: Remote<ModelService>, loaded: Loaded, lost: AbortSignal): RemoteModel {
  return loaded.kind === 'language'
    ? { kind: 'language', model: languageModel(service, loaded.model, lost) }
    : { kind: 'embedding', model: embeddingModel(service, loaded.model, lost) };
}

function languageModel(
  service: Remote<ModelService>,
  { countsTokens, ...facts }: LoadedModel,
  lost: AbortSignal,
): LanguageModel {
  return {
    ...facts,
    async *stream(request, { signal }) {
      const left = new AbortController();
      const parts = new PartQueue();
      const push = proxy((batch: readonly StreamPart[]) => parts.push(batch));
      const call = callWorker(lost, AbortSignal.any([signal, left.signal]), (own) =>
        service.stream(request, push, own),
      );
      call.catch((thrown: unknown) => parts.fail(thrown));
      try {
        yield* parts.read();
      } finally {
        // Where nobody reads on, the worker need not decode on.
        left.abort();
      }
    },
    ...(facts.capabilities.score && {
      score: (request, continuations, { signal }) =>
        callWorker(lost, signal, (own) => service.score(request, continuations, own)),
    }),
    ...(countsTokens && {
      countTokens: (messages, { signal }) => callWorker(lost, signal, (own) => service.countTokens(messages, own)),
    }),
  };
}

function embeddingModel(service: Remote<ModelService>, facts: LoadedEmbedding, lost: AbortSignal): EmbeddingModel {
  return {
    ...facts,
    embed: (texts, { signal }) => callWorker(lost, signal, (own) => service.embed(texts, own)),
  };
}

class PartQueue {
  private readonly parts: StreamPart[] = [];
  private failure: { readonly thrown: unknown } | null = null;
  private wake: () => void = () => undefined;

  push(batch: readonly StreamPart[]): void {
    for (const one of batch) this.parts.push(one);
    this.wake();
  }

  fail(thrown: unknown): void {
    this.failure = { thrown };
    this.wake();
  }

  async *read(): AsyncGenerator<StreamPart, void, undefined> {
    for (;;) {
      if (this.failure !== null) throw this.failure.thrown;
      const part = this.parts.shift();
      if (part !== undefined) yield part;
      if (part?.type === 'finish') return;
      if (part === undefined) await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
