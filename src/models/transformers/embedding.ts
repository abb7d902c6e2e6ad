/**
 * @file Sentence embeddings by transformers.js: its library takes the mean of a text's token vectors and brings it to length 1 (Reimers and Gurevych
 * 2019, section 3). Made for all-MiniLM-L6-v2 and for models that pool as it does.
 */
import type { FeatureExtractionPipeline } from '@huggingface/transformers';
import { nextTurn } from '../../core/clock.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { SchemaOf } from '../../core/reply/fit.ts';
import { readOptions, type Engine } from '../engine.ts';
import { engineFailure } from '../failure.ts';
import { loadFrom, type OnnxHost, type TransformersLoad } from './library.ts';

const BATCH = 32;
/** Texts are read up to the tokens that the tokenizer's own files name; this only spares it whole books. */
const MOST_CHARACTERS = 4096;

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
  const { extractor, version, weights } = await loadFrom(load, host, async (library, { id, options }) => {
    const tokenizer = await library.AutoTokenizer.from_pretrained(id, options);
    const model = await library.AutoModel.from_pretrained(id, { ...options, dtype, device: host.device });
    const extractor = new library.FeatureExtractionPipeline({ task: 'feature-extraction', tokenizer, model });
    return { extractor, version: library.env.version };
  });
  const dimensions = (extractor.model.config as unknown as { readonly hidden_size?: unknown }).hidden_size;
  if (typeof dimensions !== 'number')
    throw new LabError('model-damaged', `config.json of ${load.model} does not say how long its vectors are.`);
  const id = `transformers/${load.model}`;
  const engine = `transformers.js ${version}`;
  return {
    kind: 'embedding',
    model: {
      id,
      title: `${load.model} (sentence embedding)`,
      dimensions,
      provenance: { engine, model: load.model, revision: weights, dtype, device },
      async embed(texts, { signal }) {
        const vectors = texts.map(() => new Float32Array(dimensions));
        // A text without a word keeps its zeros; the others are of like length in a batch, since padding is computed like text.
        const worded = [...texts.entries()]
          .filter(([, text]) => /[\p{L}\p{N}]/u.test(text))
          .sort(([, a], [, b]) => a.length - b.length);
        for (let from = 0; from < worded.length; from += BATCH) {
          // The runtime computes without a pause, and a stop is a message.
          await nextTurn();
          throwIfAborted(signal);
          const batch = worded.slice(from, from + BATCH);
          const cut = batch.map(([, text]) => text.slice(0, MOST_CHARACTERS));
          const pooled = await pooledBy(extractor, cut, id);
          batch.forEach(([index], row) =>
            vectors[index]?.set(pooled.subarray(row * dimensions, (row + 1) * dimensions)),
          );
        }
        throwIfAborted(signal);
        return vectors;
      },
    },
    reset: () => undefined,
    unload: async () => {
      await extractor.dispose();
    },
  };
}

/** A row of length 1 for each text. */
async function pooledBy(extractor: FeatureExtractionPipeline, texts: string[], name: string): Promise<Float32Array> {
  try {
    const { data } = (await extractor(texts, { pooling: 'mean', normalize: true })) as { readonly data: Float32Array };
    return data;
  } catch (thrown) {
    throw engineFailure(thrown, name);
  }
}
