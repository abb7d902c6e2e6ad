/**
 * @file A model that is loaded in a worker, as if it were here.
 */
import { proxy, type Remote } from 'comlink';
import type { EmbeddingModel, LanguageModel, StreamPart } from '../core/language-model.ts';
import { callWorker } from './call-worker.ts';
import type { Loaded, LoadedEmbedding, LoadedModel, ModelService } from './model-service.ts';

/** A model in a worker. */
export type RemoteModel =
  | { readonly kind: 'language'; readonly model: LanguageModel }
  | { readonly kind: 'embedding'; readonly model: EmbeddingModel };

/**
 * The model of a worker. Its calls reject with `aborted` as soon as they are stopped, whether the worker hears it or not.
 * @param loaded what the worker said of it
 * @param lost is aborted, with a `LabError` as its reason, where the worker is lost: calls then reject with it
 */
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

/** Parts that came and were not read yet. */
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

  /** Up to and with `finish`, or until it fails. */
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
