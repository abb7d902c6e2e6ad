/** @file The real chat model of `../shared`, in Node, as tests load it. */
import { nodeTransformersHost } from '../../../src/cli/open-model.ts';
import type { Json } from '../../../src/core/json.ts';
import type { GenerateRequest, LanguageModel } from '../../../src/core/language-model.ts';
import type { Engine } from '../../../src/models/engine.ts';
import type { TransformersLoad } from '../../../src/models/transformers/library.ts';
import { loadTransformersEngine } from '../../../src/models/transformers/load-transformers-engine.ts';
import { sharedFile } from '../../shared.ts';
import { REQUEST } from '../contract.ts';
import { loadOf } from './models-folder.ts';

export const SMOL = 'SmolLM2-135M-Instruct';
/** For `testWithShared`. */
export const SMOL_FILES = [`models/${SMOL}/onnx/model_quantized.onnx`];

/** What loading the model takes, with parts replaced. */
export function smolLoad(changes: Partial<TransformersLoad> = {}): TransformersLoad {
  return loadOf(SMOL, sharedFile(`models/${SMOL}`), changes);
}

/** The loaded model. */
export async function loadSmol(
  options: Readonly<Record<string, Json>> = {},
): Promise<Engine & { readonly kind: 'language' }> {
  const engine = await loadTransformersEngine(smolLoad({ options }), nodeTransformersHost(2));
  if (engine.kind !== 'language') throw new Error('not a language model');
  return engine;
}

/** A request with a user's message. */
export function asking(content: string, changes: Partial<GenerateRequest> = {}): GenerateRequest {
  return { ...REQUEST, maxTokens: 16, messages: [{ role: 'user', content }], ...changes };
}

/** A whole reply. */
export async function reply(model: LanguageModel, request: GenerateRequest, signal = new AbortController().signal) {
  let text = '';
  for await (const part of model.stream(request, { signal })) {
    if (part.type === 'text-delta') text += part.delta;
    else if (part.type === 'finish') return { text, finishReason: part.finishReason, usage: part.usage };
  }
  throw new Error('no finish');
}
