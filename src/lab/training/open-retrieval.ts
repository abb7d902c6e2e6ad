/** @file Retrieval of past ratings for people of an environment, its embeddings from where models come from. */
import type { RatedItem } from '../../core/rater.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { EnvironmentSpec } from '../../core/simulation.ts';
import { createRetrieval, type Retrieval } from '../../environments/retrieval.ts';
import { WORDS_ID } from '../../models/words/word-embedding.ts';
import { openEmbedding, type EmbeddingHost } from '../run/create-retrieval.ts';

/** What compares overviews where a spec says nothing else: vectors that come with the lab, of what words mean. SUBER's code has those of a T5. */
export const OVERVIEW_EMBEDDING: ComponentSpec = { name: WORDS_ID, options: {} };

/** So many overviews are embedded between two looks at the signal. */
const TEXTS_AT_ONCE = 128;

/** The vectors of the overviews; of the title where there is none. @throws LabError what the embedding throws, `aborted` */
export async function embedOverviews(
  embedding: ComponentSpec,
  items: readonly RatedItem[],
  host: EmbeddingHost,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const texts = items.map(({ title, overview }) => (overview === '' ? title : overview));
  const model = await openEmbedding(embedding, texts, host, signal);
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE)
    for (const vector of await model.embed(texts.slice(start, start + TEXTS_AT_ONCE), { signal })) vectors.push(vector);
  return vectors;
}

/** The retrieval of a spec. @throws LabError where it compares by an embedding that cannot be had */
export async function openRetrieval(
  { name, embedding = OVERVIEW_EMBEDDING }: Pick<EnvironmentSpec['retrieval'], 'name' | 'embedding'>,
  items: readonly RatedItem[],
  host: EmbeddingHost,
  signal: AbortSignal,
): Promise<Retrieval> {
  if (name !== 'embedding') return createRetrieval(name, items);
  return createRetrieval(name, items, await embedOverviews(embedding, items, host, signal));
}
