/** @file Text generation with transformers.js: any chat model in ONNX all of whose layers are attention, in WebAssembly. */
import type { PreTrainedModel } from '@huggingface/transformers';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import { readOptions, thinkingTokensSchema, type Engine } from '../engine.ts';
import { ChatTokenizer } from './chat-tokenizer.ts';
import { Decoder, refuseRecurrent } from './decoder.ts';
import { GrammarCompiler, type GrammarLibrary } from './grammar.ts';
import { loadFrom, type OnnxHost, type TransformersLoad } from './library.ts';
import { PrefixTree } from './prefix-tree.ts';
import { TransformersModel } from './transformers-model.ts';

export interface GenerationHost extends OnnxHost {
  readonly loadGrammarLibrary: () => Promise<GrammarLibrary>;
}

interface ModelConfig {
  readonly vocab_size?: number;
  readonly max_position_embeddings?: number;
  readonly n_positions?: number;
  readonly eos_token_id?: number | readonly number[] | null;
}

/**
 * Loads the tokenizer, the configuration and the decoder of a chat model in ONNX, all of them from `load.place`.
 * Options: see `OPTIONS`.
 * @throws LabError `spec-invalid`, `model-failed`, and what `loadFrom` throws
 */
export async function loadTransformersEngine(load: TransformersLoad, host: GenerationHost): Promise<Engine> {
  const options = readOptions(`transformers/${load.model}`, load.options, OPTIONS);
  const { dtype } = options;
  const { tokenizer, model, weights, version } = await loadFrom(load, host, async (library, { id, options: from }) => {
    refuseRecurrent(await library.AutoConfig.from_pretrained(id, from), load.model);
    const tokenizer = new ChatTokenizer(await library.AutoTokenizer.from_pretrained(id, from), load.model);
    throwIfAborted(load.signal);
    const model = await library.AutoModelForCausalLM.from_pretrained(id, { ...from, dtype, device: host.device });
    return { tokenizer, model, version: library.env.version };
  });
  try {
    const { vocabularySize, contextLength } = sizesOf(model, load.model);
    const thinks = options.thinkingTokens > 0;
    const decoder = new Decoder(model, load.model, vocabularySize);
    const tree = new PrefixTree(options.cacheMegabytes * 2 ** 20);
    const endTokens = endTokensOf(model, tokenizer);
    const grammars = new GrammarCompiler(host.loadGrammarLibrary, tokenizer, vocabularySize, endTokens);
    const parts = { tokenizer, decoder, tree, grammars, endTokens: new Set(endTokens), thinks };
    const provenance = {
      engine: `transformers.js ${version}`,
      model: load.model,
      revision: weights,
      dtype,
      device: 'wasm',
    };
    const [id, title] = [`transformers/${load.model}`, `${load.model} (transformers.js, ${dtype})`];
    return {
      kind: 'language',
      model: new TransformersModel({ id, title, contextLength, provenance }, parts),
      reset: () => tree.clear(),
      unload: async () => {
        tree.clear();
        grammars.dispose();
        await decoder.unload();
      },
    };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}

function sizesOf(
  model: PreTrainedModel,
  name: string,
): { readonly contextLength: number; readonly vocabularySize: number } {
  const config = model.config as unknown as ModelConfig;
  const contextLength = config.max_position_embeddings ?? config.n_positions;
  const { vocab_size: vocabularySize } = config;
  if (contextLength !== undefined && vocabularySize !== undefined) return { contextLength, vocabularySize };
  const message = `The config.json of ${name} does not say how long a context or how large a vocabulary it has. Choose a text model.`;
  throw new LabError('model-damaged', message, { model: name });
}

function endTokensOf(model: PreTrainedModel, tokenizer: ChatTokenizer): number[] {
  const config = model.config as unknown as ModelConfig;
  const generation = model.generation_config as { readonly eos_token_id?: number | readonly number[] | null } | null;
  const named = [generation?.eos_token_id ?? config.eos_token_id, tokenizer.endToken].flat();
  return [...new Set(named.filter((token) => typeof token === 'number'))];
}

interface ModelOptions {
  readonly dtype: 'q8' | 'fp32' | 'fp16' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';
  /** The most that keys and values of earlier prompts may take; 0 keeps none. */
  readonly cacheMegabytes: number;
  /** How much the model may think before a reply that no schema holds, on top of its limit; 0 where it is not to think. */
  readonly thinkingTokens: number;
}

/** `device` may be `wasm` only: web-llm runs chat models on WebGPU. `revision` says which files are meant. */
const OPTIONS: SchemaOf<ModelOptions> = {
  type: 'object',
  properties: {
    // In WebAssembly int8 is the fastest; int4 takes eight times as long for a token.
    dtype: { enum: ['q8', 'fp32', 'fp16', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'], default: 'q8' },
    revision: { type: 'string' },
    device: { enum: ['wasm'], default: 'wasm' },
    cacheMegabytes: { type: 'number', minimum: 0, maximum: 2048, default: 512 },
    thinkingTokens: thinkingTokensSchema(0),
  },
  additionalProperties: false,
};
