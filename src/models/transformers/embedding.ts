/**
 * @file Sentence embeddings by transformers.js: the mean of a text's token vectors, brought to length 1 (Reimers and Gurevych
 * 2019, section 3). Made for all-MiniLM-L6-v2 and for models that pool as it does.
 */
import type { PreTrainedModel, PreTrainedTokenizer } from '@huggingface/transformers';
import type { EmbeddingModel } from '../../core/language-model.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import { readOptions, type Engine } from '../engine.ts';
import { engineFailure } from '../failure.ts';
import { loadFrom, type OnnxHost, type Transformers, type TransformersLoad } from './library.ts';
import { largest } from '../../core/numbers/extremes.ts';

const BATCH = 32;
/** What sentence-transformers cut all-MiniLM-L6-v2 at; longer texts are read up to here. */
const MOST_TOKENS = 256;
/** Texts that came this far are never cut inside by characters; it only spares the tokenizer whole books. */
const MOST_CHARACTERS = 16 * MOST_TOKENS;

/** The revision is for whoever finds the files. */
const OPTIONS: SchemaOf<{ readonly dtype: Dtype; readonly device: 'wasm' }> = {
  type: 'object',
  properties: {
    dtype: { enum: ['q8', 'fp32', 'fp16', 'q4', 'q4f16', 'int8', 'uint8'], default: 'q8' },
    device: { enum: ['wasm'], default: 'wasm' },
    revision: { type: 'string' },
  },
  additionalProperties: false,
};

type Dtype = 'q8' | 'fp32' | 'fp16' | 'q4' | 'q4f16' | 'int8' | 'uint8';

/**
 * Loads an embedding model: `dtype` is `q8` where the options do not say. `device` may be `wasm` alone: the runtime that has WebGPU is
 * twice as large and no part of the site (docs/decisions.md#embeddings-stay-on-the-processor).
 * @throws LabError `spec-invalid`, and what `loadFrom` throws
 */
export async function loadTransformersEmbedding(load: TransformersLoad, host: OnnxHost): Promise<Engine> {
  const { dtype, device } = readOptions(`transformers/${load.model}`, load.options, OPTIONS);
  const parts = await loadFrom(load, host, async (library, { id, options }) => {
    const tokenizer = await library.AutoTokenizer.from_pretrained(id, options);
    const model = await library.AutoModel.from_pretrained(id, { ...options, dtype, device: host.device });
    return { library, tokenizer, model };
  });
  const { library } = parts;
  const embedding = transformersEmbedding(parts, {
    id: `transformers/${load.model}`,
    title: `${load.model} (sentence embedding)`,
    dimensions: dimensionsOf(parts.model, load.model),
    provenance: {
      engine: `transformers.js ${library.env.version}`,
      model: load.model,
      revision: parts.weights,
      dtype,
      device,
    },
  });
  return {
    kind: 'embedding',
    model: embedding,
    reset: () => undefined,
    unload: async () => {
      await parts.model.dispose();
    },
  };
}

function dimensionsOf({ config }: PreTrainedModel, name: string): number {
  const size = (config as unknown as { readonly hidden_size?: unknown }).hidden_size;
  if (typeof size === 'number' && size > 0) return size;
  throw new LabError('model-damaged', `config.json of ${name} does not say how long its vectors are (hidden_size).`);
}

type Description = Pick<EmbeddingModel, 'id' | 'title' | 'dimensions' | 'provenance'>;

interface Parts {
  readonly library: Transformers;
  readonly tokenizer: PreTrainedTokenizer;
  readonly model: PreTrainedModel;
}

function transformersEmbedding(parts: Parts, description: Description): EmbeddingModel {
  const { id, dimensions } = description;
  return {
    ...description,
    async embed(texts, { signal }) {
      const vectors = texts.map(() => new Float32Array(dimensions));
      const tokens = texts.map((text) => tokensOf(text, parts.tokenizer));
      for (const batch of batchesByLength(tokens, BATCH)) {
        // The runtime computes without a pause, and a stop is a message.
        await new Promise((resolve) => setTimeout(resolve));
        throwIfAborted(signal);
        const own = batch.map((index) => tokens[index] ?? []);
        const states = await statesOf(own, parts, dimensions, id);
        batch.forEach((index, row) => {
          const count = tokens[index]?.length ?? 0;
          meanOf(states.data, row * states.tokens, count, vectors[index] ?? new Float32Array(0));
        });
      }
      throwIfAborted(signal);
      return vectors;
    },
  };
}

/** None for a text without a word; the marks of beginning and end alone would give it a vector. */
function tokensOf(text: string, tokenizer: PreTrainedTokenizer): readonly number[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const ids = tokenizer.encode(text.slice(0, MOST_CHARACTERS));
  if (ids.length <= MOST_TOKENS) return ids;
  // The last token is the mark of the end.
  return [...ids.slice(0, MOST_TOKENS - 1), ...ids.slice(-1)];
}

/** Hidden states of texts, each padded to `tokens`, the longest: a row for each of its tokens. */
async function statesOf(
  batch: readonly (readonly number[])[],
  { library, tokenizer, model }: Parts,
  dimensions: number,
  name: string,
): Promise<{ readonly data: Float32Array; readonly tokens: number }> {
  const tokens = largest(batch.map((ids) => ids.length));
  const size = batch.length * tokens;
  const ids = new BigInt64Array(size).fill(BigInt(tokenizer.pad_token_id ?? 0));
  const mask = new BigInt64Array(size);
  batch.forEach((text, row) => {
    text.forEach((id, position) => {
      ids[row * tokens + position] = BigInt(id);
      mask[row * tokens + position] = 1n;
    });
  });
  const tensor = (data: BigInt64Array) => new library.Tensor('int64', data, [batch.length, tokens]);
  try {
    const output = (await model.forward({
      input_ids: tensor(ids),
      attention_mask: tensor(mask),
      token_type_ids: tensor(new BigInt64Array(size)),
    })) as { readonly last_hidden_state?: { readonly data: unknown } };
    const data = output.last_hidden_state?.data;
    if (data instanceof Float32Array && data.length === size * dimensions) return { data, tokens };
    throw new LabError('model-failed', `${name} gives no hidden states; it is not a sentence embedding.`);
  } catch (thrown) {
    throw engineFailure(thrown, name);
  }
}

/** The mean of `count` rows from `start` on, brought to length 1, into `mean`; sums are of double precision. */
function meanOf(rows: Float32Array, start: number, count: number, mean: Float32Array): void {
  const dimensions = mean.length;
  const sums = new Float64Array(dimensions);
  for (let row = start; row < start + count; row += 1) {
    for (let at = 0; at < dimensions; at += 1) sums[at] = (sums[at] ?? 0) + (rows[row * dimensions + at] ?? 0);
  }
  let square = 0;
  for (const sum of sums) square += sum * sum;
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
  for (let at = 0; at < dimensions; at += 1) mean[at] = (sums[at] ?? 0) * scale;
}

/** In a batch no text is longer than this many times the shortest: padding is computed like text. */
const MOST_SPREAD = 1.5;

/** Positions of the texts that have tokens, shortest first, in batches of texts of like length. @param most texts in a batch */
export function batchesByLength(tokens: readonly (readonly number[])[], most: number): number[][] {
  const ordered = tokens
    .map(({ length }, index) => ({ index, length }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length || a.index - b.index);
  const batches: number[][] = [];
  let shortest = 0;
  for (const { index, length } of ordered) {
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < most && length <= shortest * MOST_SPREAD) batch.push(index);
    else {
      batches.push([index]);
      shortest = length;
    }
  }
  return batches;
}
