/** @file Retrieval by meaning over a made-up catalogue and, by words, over the default one. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../../../src/core/dataset.ts';
import type { EmbeddingModel } from '../../../src/core/language-model.ts';
import { lexicalEmbedding } from '../../../src/models/built-in-embeddings.ts';
import { itemText, softRetrieval, type SoftRetrieval } from '../../../src/tools/retrieval/soft-retrieval.ts';

const { signal } = new AbortController();

const film = (id: number, title: string, year: number | null, attributes: Item['attributes']): Item => ({
  id,
  title,
  year,
  attributes,
});

const FILMS = [
  film(4, 'Night Ferry', 1987, { genres: ['Drama'], tags: ['sea', 'slow'], director: 'Nobody' }),
  film(2, 'Robot Opera', 2011, { genres: ['Science Fiction', 'Musical'], budget: 7 }),
  film(9, 'The Long Harbour', null, {}),
  film(3, 'Steel Hearts', 1999, { genres: ['Science Fiction'], tags: ['robots', 'love'] }),
];

async function flat(model: EmbeddingModel, texts: readonly string[]): Promise<Float32Array> {
  const vectors = await model.embed(texts, { signal });
  return Float32Array.from(vectors.flatMap((vector) => [...vector]));
}

describe('the text of an item', () => {
  test.each([
    ['Night Ferry (1987). Genres: Drama. Tags: sea, slow.', 0],
    ['Robot Opera (2011). Genres: Science Fiction, Musical.', 1],
    ['The Long Harbour.', 2],
  ])('is %s', (text, at) => {
    expect(itemText(FILMS[at] as Item)).toBe(text);
  });
});

describe('soft retrieval', () => {
  let retrieval: SoftRetrieval;
  beforeAll(async () => {
    const texts = FILMS.map(itemText);
    const model = lexicalEmbedding(texts);
    retrieval = softRetrieval(model, FILMS, await flat(model, texts));
  });
  const ids = async (text: string, limit = 10, among?: ReadonlySet<number>) =>
    (await retrieval.search(text, { limit, signal, ...(among && { among }) })).map(({ item }) => item.id);

  test('ranks by cosine, nearest first', async () => {
    const found = await retrieval.search('robots in science fiction', { limit: 10, signal });
    expect(found.slice(0, 2).map(({ item }) => item.id)).toEqual([3, 2]);
    const cosines = found.map(({ cosine }) => cosine);
    expect(cosines).toEqual([...cosines].sort((a, b) => b - a));
    for (const cosine of cosines) expect(Math.abs(cosine)).toBeLessThanOrEqual(1.000001);
  });

  test('keeps to the limit and to the items it may name', async () => {
    expect(await ids('robots', 1)).toEqual([3]);
    expect(await ids('robots', 10, new Set([9, 4]))).toHaveLength(2);
    expect(await ids('robots', 0)).toEqual([]);
    expect(await ids('…')).toEqual([]);
  });

  test('names equals by their ids, so that the order of a file changes nothing', async () => {
    const same = [5, 1, 3].map((id) => film(id, 'Twin', null, {}));
    const model = lexicalEmbedding();
    const found = await softRetrieval(model, same, await flat(model, same.map(itemText))).search('twin', {
      limit: 3,
      signal,
    });
    expect(found.map(({ item }) => item.id)).toEqual([1, 3, 5]);
  });
});
