/** @file Retrieval by meaning on one dataset. Vectors of items are computed once and kept. */
import type { Dataset } from '../../core/dataset.ts';
import type { EmbeddingModel } from '../../core/language-model.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { canonicalJson } from '../../core/json.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { keptOrMade } from '../../data/store/file-stores.ts';
import { cachedEmbedding } from '../../models/decorate.ts';
import { LEXICAL_ID, lexicalEmbedding, WORDS_ID, wordEmbedding } from '../../models/built-in-embeddings.ts';
import { readWordTable } from '../../models/word-table.ts';
import { itemText, softRetrieval, type SoftRetrieval } from '../../tools/retrieval/soft-retrieval.ts';

export interface EmbeddingHost {
  /** @throws LabError `model-missing` */
  openEmbedding(spec: ComponentSpec, signal: AbortSignal): Promise<EmbeddingModel>;
  readonly files?: FileStore;
  /** A file of the word vectors that come with the lab; left out where the lab is used without them. */
  readonly fetchWords?: (file: string) => Promise<Uint8Array>;
}

export interface RetrievalHost extends EmbeddingHost {
  readonly dataset: Dataset;
  readonly onProgress?: (phase: string, done: number) => void;
}

const TEXTS_AT_ONCE = 128;

/** @throws LabError `spec-invalid` for options that the built-in embedding does not have, `model-missing`, `aborted` */
export function createRetrievalSource(
  host: RetrievalHost,
): (spec: ComponentSpec, signal: AbortSignal) => Promise<SoftRetrieval> {
  const { items } = host.dataset;
  const texts = items.map(itemText);
  const vectors = new Map<string, Float32Array>();
  const built = new Map<string, EmbeddingModel>();
  const open = async (spec: ComponentSpec, signal: AbortSignal): Promise<EmbeddingModel> => {
    const known = built.get(spec.name);
    if (known !== undefined && Object.keys(spec.options).length === 0) return known;
    const model = await openEmbedding(spec, texts, host, signal);
    if (spec.name === LEXICAL_ID || spec.name === WORDS_ID) built.set(spec.name, model);
    return model;
  };
  return async (spec, signal) => {
    const model = await open(spec, signal);
    const key = canonicalJson({ id: model.id, provenance: model.provenance && { ...model.provenance } });
    const known = vectors.get(key) ?? (await embedAll(model, texts, host, signal));
    vectors.set(key, known);
    return softRetrieval(model, items, known);
  };
}

/** A built-in embedding, or one of an engine. @param texts to compare; rare words weigh most @throws LabError `spec-invalid` */
export async function openEmbedding(
  spec: ComponentSpec,
  texts: readonly string[],
  host: EmbeddingHost,
  signal: AbortSignal,
): Promise<EmbeddingModel> {
  if (spec.name === LEXICAL_ID) {
    checkNoOptions(spec);
    return lexicalEmbedding(texts);
  }
  if (spec.name === WORDS_ID) {
    checkNoOptions(spec);
    return openWords(host);
  }
  const model = await host.openEmbedding(spec, signal);
  const { files = null } = host;
  return files === null ? model : cachedEmbedding(model, (...kept) => keptOrMade(files, ...kept));
}

async function openWords({ fetchWords }: EmbeddingHost): Promise<EmbeddingModel> {
  if (fetchWords === undefined)
    throw new LabError('model-missing', `embedding.name: ${WORDS_ID} is not at hand here. Choose another embedding.`);
  return wordEmbedding(await readWordTable(fetchWords));
}

function checkNoOptions({ name, options }: ComponentSpec): void {
  const [option] = Object.keys(options);
  if (option === undefined) return;
  throw new LabError('spec-invalid', `embedding.options: ${name} has no option ${option}.`, { field: option });
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
