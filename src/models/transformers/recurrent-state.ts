/**
 * @file Models some of whose layers keep a state in place of keys and values: convolutions (LFM2), linear attention (Qwen3.5) or state spaces
 * (Granite 4 H). Such a state has no place for each token, so that no prefix of a prompt can be cut out of it and used again.
 */
import type { PretrainedConfig } from '@huggingface/transformers';
import { LabError } from '../../core/errors.ts';

/** Where a configuration does not list its layers. */
const KINDS =
  /^(?:lfm2|granitemoehybrid|falcon_h1|nemotron_h|qwen3_next|qwen3_5|olmo_hybrid|deepseek_v4|zaya|mamba|jamba|rwkv)/;
const ATTENTION = /attention$/;
const OTHER_ATTENTION = /^(?:linear|compressed|heavily)/;

interface Layers {
  readonly model_type?: string;
  readonly layer_types?: readonly string[];
  readonly layers_block_type?: readonly string[];
  readonly text_config?: Layers;
}

/** What of a model is not attention with keys and values for each token; null where all of it is. */
export function recurrentLayers(config: unknown): string | null {
  const layers = config as Layers;
  if (layers.text_config !== undefined) return recurrentLayers(layers.text_config);
  const named = layers.layer_types ?? layers.layers_block_type ?? [];
  const other = named.find((type) => !ATTENTION.test(type) || OTHER_ATTENTION.test(type));
  if (other !== undefined) return other.replaceAll('_', ' ');
  return KINDS.exec(layers.model_type ?? '')?.[0] ?? null;
}

/** Refuses such a model before its weights are read. @throws LabError `model-failed` */
export function refuseRecurrent(config: PretrainedConfig, model: string): void {
  const layers = recurrentLayers(config);
  if (layers !== null) throw recurrentError(model, layers);
}

/** Why such a model does not run here. */
export function recurrentError(model: string, layers: string): LabError {
  const message = `${model} does not run here: some of its layers (${layers}) keep a state of the whole prompt, and this engine reuses prompts by keys and values of each token. Choose a model whose layers are all attention (SmolLM2, Qwen3, Llama 3.2), or run this one behind an endpoint.`;
  return new LabError('model-failed', message, { model, layers });
}
