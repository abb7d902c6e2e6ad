/** @file Retrieval by meaning over a made-up catalogue and, by words, over the default one. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../../../src/core/dataset.ts';
import type { EmbeddingModel } from '../../../src/core/language-model.ts';
import { createRandom } from '../../../src/core/random.ts';
import { lexicalEmbedding } from '../../../src/models/built-in-embeddings.ts';
import {
  itemText,
  meaningSearch,
  softRetrieval,
  type SoftRetrieval,
} from '../../../src/tools/retrieval/soft-retrieval.ts';
import { searchTool } from '../../../src/tools/search-tool.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';

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

  test('agrees with cosines computed one by one', async () => {
    const random = createRandom('cosines');
    const vectors = Float32Array.from({ length: 40 * 512 }, () => random.uniform() - 0.5);
    const items = Array.from({ length: 40 }, (_, index) => film(40 - index, `Film ${String(index)}`, null, {}));
    const model = lexicalEmbedding();
    const [query = new Float32Array()] = await model.embed(['robots'], { signal });
    const expected = items
      .map(({ id }, row) => ({ id, cosine: query.reduce((sum, v, at) => sum + v * (vectors[row * 512 + at] ?? 0), 0) }))
      .sort((a, b) => b.cosine - a.cosine)
      .map(({ id }) => id);
    const found = await softRetrieval(model, items, vectors).search('robots', { limit: 40, signal });
    expect(found.map(({ item }) => item.id)).toEqual(expected);
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

  test('is what the search tool asks where its provider is the meaning', async () => {
    const tool = searchTool(meaningSearch(retrieval));
    const { context } = contextOf(scriptedModel({}));
    const result = await tool.execute({ query: 'robots in science fiction' }, context);
    expect(result).toMatchObject({
      failed: false,
      observation: expect.stringMatching(
        /^Nearest in meaning, with the cosine: 3: Steel Hearts \(1999\)\. Genres: Science Fiction\. Tags: robots, love\. \(0\.\d+\) \| 2: /,
      ) as string,
      detail: { source: 'meaning', embedding: 'built-in/lexical', title: 'Lexical embedding (no language model)' },
    });
    expect(result.found?.rows[0]?.slice(0, 3)).toEqual([3, 'Steel Hearts', 1999]);
    const nothing = await tool.execute({ query: '?' }, context);
    expect(nothing).toMatchObject({ failed: false, observation: 'The query has no word to search by.' });
  });
});
