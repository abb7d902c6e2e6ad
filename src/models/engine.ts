/**
 * @file What an engine is to the worker that holds it: a model, and how to get rid of it.
 */
import { LabError } from '../core/errors.ts';
import type { EmbeddingModel, LanguageModel } from '../core/language-model.ts';
import type { Json } from '../core/json.ts';
import type { LoadProgress } from '../rpc/model-service.ts';

/** What loading takes besides the model's own options. */
export interface EngineLoad {
  /** The name in the spec without the engine: `SmolLM2-135M-Instruct` of `transformers/SmolLM2-135M-Instruct`. */
  readonly model: string;
  readonly options: { readonly [key: string]: Json };
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
