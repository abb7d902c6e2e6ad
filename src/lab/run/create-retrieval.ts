/** @file Retrieval by meaning on one dataset. Vectors of items are computed once and kept. */
import type { Dataset } from '../../core/dataset.ts';
import type { EmbeddingModel } from '../../core/language-model.ts';
import { LabError } from '../../core/errors.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { lexicalEmbedding, WORDS_ID, wordEmbedding } from '../../models/built-in-embeddings.ts';
import { readWordTable } from '../../models/word-table.ts';
import { itemText, softRetrieval, type SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';

export interface EmbeddingHost {
  /** A file of the word vectors that come with the lab; left out where the lab is used without them. */
  readonly fetchWords?: (file: string) => Promise<Uint8Array>;
}

interface RetrievalHost extends EmbeddingHost {
  readonly dataset: Dataset;
  /** From 0 to 1. */
  readonly onProgress?: (phase: string, done: number) => void;
}

/** @throws LabError `model-missing`, `aborted` */
export type RetrievalSource = (embedding: ComponentSpec, signal: AbortSignal) => Promise<SoftRetrieval>;

/** So many texts are embedded between two reports. */
const TEXTS_AT_ONCE = 128;

export function createRetrievalSource(host: RetrievalHost): RetrievalSource {
  const { items } = host.dataset;
  const texts = items.map(itemText);
  const made = new Map<string, SoftRetrieval>();
  return async ({ name }, signal) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const model = await openEmbedding(name, texts, host);
    const retrieval = softRetrieval(model, items, await embedAll(model, texts, host, signal));
    made.set(name, retrieval);
    return retrieval;
  };
}

/** @param texts to compare; rare words weigh most @throws LabError `model-missing` */
export async function openEmbedding(
  name: string,
  texts: readonly string[],
  { fetchWords }: EmbeddingHost,
): Promise<EmbeddingModel> {
  if (name !== WORDS_ID) return lexicalEmbedding(texts);
  if (fetchWords === undefined)
    throw new LabError('model-missing', `embedding.name: ${WORDS_ID} is not at hand here. Choose another embedding.`);
  return wordEmbedding(await readWordTable(fetchWords));
}

/** A row of numbers for each text. */
export async function embedAll(
  model: EmbeddingModel,
  texts: readonly string[],
  { onProgress }: Pick<RetrievalHost, 'onProgress'>,
  signal: AbortSignal,
): Promise<Float32Array> {
  const all = new Float32Array(texts.length * model.dimensions);
  for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
    onProgress?.(`Embedding the items by ${model.title}`, start / texts.length);
    const vectors = await model.embed(texts.slice(start, start + TEXTS_AT_ONCE), { signal });
    vectors.forEach((vector, row) => all.set(vector, (start + row) * model.dimensions));
  }
  return all;
}
