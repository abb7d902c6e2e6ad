/** @file One forward pass of a decoder-only model: tokens in, logits and their keys and values out. */
import { DynamicCache, type PretrainedConfig, type PreTrainedModel, Tensor } from '@huggingface/transformers';
import { LabError } from '../../core/errors.ts';
import { engineFailure } from '../failure.ts';

/** The numbers of one tensor of keys or values; 16-bit floats are a `Float16Array` where the host has it, else their bits. */
export type Numbers = Float32Array | Uint16Array;

/** Keys and values of a prefix: for each layer a tensor [1, heads, length, dimensions]. They are never changed. */
export interface KeyValues {
  readonly length: number;
  readonly tensors: Readonly<Record<string, Tensor>>;
}

export const NOTHING: KeyValues = { length: 0, tensors: {} };

export interface Forward {
  /** Logits of the last `keep` tokens, one row of `vocabularySize` after another. */
  readonly logits: Float32Array;
  readonly keyValues: KeyValues;
}

interface ForwardOutput {
  readonly [name: string]: Tensor;
}

const int64 = (values: BigInt64Array, dims: number[]): Tensor => new Tensor('int64', values, dims);

export class Decoder {
  readonly vocabularySize: number;
  private readonly model: PreTrainedModel;
  private readonly name: string;

  constructor(model: PreTrainedModel, name: string, vocabularySize: number) {
    this.model = model;
    this.name = name;
    this.vocabularySize = vocabularySize;
  }

  async run(tokens: readonly number[], past: KeyValues, keep: number): Promise<Forward> {
    const length = past.length + tokens.length;
    try {
      const output = (await this.model.forward({
        input_ids: int64(BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
        attention_mask: int64(new BigInt64Array(length).fill(1n), [1, length]),
        past_key_values: past.length > 0 ? new DynamicCache({ ...past.tensors }) : null,
        num_logits_to_keep: int64(BigInt64Array.of(BigInt(keep)), []),
      })) as ForwardOutput;
      return {
        logits: this.lastRows(output['logits'], keep),
        keyValues: { length, tensors: keyValuesOf(output, this.name) },
      };
    } catch (error) {
      throw engineFailure(error, this.name);
    }
  }

  async unload(): Promise<void> {
    await this.model.dispose();
  }

  /** A model without `num_logits_to_keep` gives rows for all tokens. */
  private lastRows(logits: Tensor | undefined, keep: number): Float32Array {
    const data: unknown = logits?.data;
    if (!(data instanceof Float32Array)) {
      throw new LabError('model-failed', `The model ${this.name} gives no logits in 32 bits. Choose another dtype.`);
    }
    return data.subarray(data.length - keep * this.vocabularySize);
  }
}

/** A state that its configuration did not tell of would be lost in silence, and every later token be wrong. */
function keyValuesOf(output: ForwardOutput, model: string): Record<string, Tensor> {
  const tensors: Record<string, Tensor> = {};
  for (const [name, tensor] of Object.entries(output)) {
    if (name.startsWith('present_')) throw recurrentError(model, name.slice('present_'.length).replace(/\..*$/, ''));
    if (name.startsWith('present.')) tensors[name.replace('present', 'past_key_values')] = tensor;
  }
  return tensors;
}

interface Layers {
  readonly layer_types?: readonly string[];
  readonly text_config?: Layers;
}

/** Refuses a model some of whose layers are no attention with keys and values for each token, before its weights are read. @throws LabError `model-failed` */
export function refuseRecurrent(config: PretrainedConfig, model: string): void {
  const layers = config as unknown as Layers;
  const named = layers.text_config?.layer_types ?? layers.layer_types ?? [];
  const other = named.find((type) => !/^(?!linear|compressed|heavily).*attention$/.test(type));
  if (other !== undefined) throw recurrentError(model, other.replaceAll('_', ' '));
}

function recurrentError(model: string, layers: string): LabError {
  const message = `${model} does not run here: some of its layers (${layers}) keep a state of the whole prompt, and this engine reuses prompts by keys and values of each token. Choose a model whose layers are all attention (SmolLM2, Qwen3, Llama 3.2), or run this one behind an endpoint.`;
  return new LabError('model-failed', message, { model, layers });
}

/** Keys and values of consecutive tokens: for each tensor its name, shape and [heads, tokens, dimensions] numbers. */
export interface KeyValueBlock {
  readonly length: number;
  readonly bytes: number;
  readonly parts: readonly KeyValuePart[];
}

interface KeyValuePart {
  readonly name: string;
  readonly type: Tensor['type'];
  readonly heads: number;
  readonly dimensions: number;
  readonly numbers: Numbers;
}

function sameKind(numbers: Numbers, length: number): Numbers {
  // Of another kind, it would take the values and not their bits.
  const Kind = numbers.constructor as new (length: number) => Numbers;
  return new Kind(length);
}

export function cutBlock(keyValues: KeyValues, length: number): KeyValueBlock {
  const start = keyValues.length - length;
  const parts = Object.entries(keyValues.tensors).map(([name, tensor]): KeyValuePart => {
    const [, heads = 0, tokens = 0, dimensions = 0] = tensor.dims;
    const all = tensor.data as Numbers;
    const numbers = sameKind(all, heads * length * dimensions);
    for (let head = 0; head < heads; head += 1) {
      const from = (head * tokens + start) * dimensions;
      numbers.set(all.subarray(from, from + length * dimensions), head * length * dimensions);
    }
    return { name, type: tensor.type, heads, dimensions, numbers };
  });
  return { length, parts, bytes: parts.reduce((sum, { numbers }) => sum + numbers.byteLength, 0) };
}

export function joinBlocks(blocks: readonly KeyValueBlock[]): KeyValues {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const tensors: Record<string, Tensor> = {};
  for (const [index, { name, type, heads, dimensions, numbers }] of (blocks[0]?.parts ?? []).entries()) {
    const all = sameKind(numbers, heads * length * dimensions);
    let start = 0;
    for (const block of blocks) {
      const size = block.length * dimensions;
      const part = block.parts[index]?.numbers;
      for (let head = 0; part !== undefined && head < heads; head += 1) {
        all.set(part.subarray(head * size, (head + 1) * size), (head * length + start) * dimensions);
      }
      start += block.length;
    }
    tensors[name] = new Tensor(type, all, [1, heads, length, dimensions]);
  }
  return { length, tensors };
}
