/**
 * @file What an engine is to the worker that holds it: a model, and how to get rid of it.
 */
import { LabError } from '../core/errors.ts';
import type { EmbeddingModel } from '../core/embedding-model.ts';
import type { Json } from '../core/json.ts';
import type { LanguageModel } from '../core/language-model.ts';
import type { LoadProgress } from '../rpc/model-service.ts';

/** A file of a model that can be read. */
export interface ModelFile {
  /** In bytes; null where the source does not tell. */
  readonly size: number | null;
  readonly body: ReadableStream<Uint8Array>;
}

/** The files of one model, wherever they lie: in this browser, on a server, in a folder. */
export interface ModelFiles {
  /** For messages: an address or a folder. */
  readonly place: string;
  /**
   * A file by its path in the model's folder, such as `onnx/model_quantized.onnx`; null where there is none.
   * @throws LabError `network-failed`, `storage-failed`, `aborted`
   */
  open(path: string, signal: AbortSignal): Promise<ModelFile | null>;
}

/** What loading takes besides the model's own options. */
export interface EngineLoad {
  /** The name in the spec without the engine: `SmolLM2-135M-Instruct` of `transformers/SmolLM2-135M-Instruct`. */
  readonly model: string;
  readonly options: { readonly [key: string]: Json };
  readonly files: ModelFiles;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** A language model or an embedding model. */
export type EngineModel =
  | { readonly kind: 'language'; readonly model: LanguageModel }
  | { readonly kind: 'embedding'; readonly model: EmbeddingModel };

/** The language model of an engine. @throws LabError `name-unknown` where it turns texts into vectors */
export function writingModel({ kind, model }: EngineModel, name: string): LanguageModel {
  if (kind === 'language') return model;
  throw new LabError('name-unknown', `${name} turns texts into vectors; choose a model that writes.`);
}

/** A loaded engine. */
export type Engine = EngineModel & {
  /** Forgets what was kept from earlier requests, such as the keys and values of their prompts. */
  reset(): void;
  unload(): Promise<void>;
};
