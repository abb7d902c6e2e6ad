/** @file The item vectors that come with the default dataset: of its items, and, where the model is at hand, of its model. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../src/core/dataset.ts';
import { loadPackagedDataset } from '../../src/data/import/import-dataset.ts';
import type { EmbeddingModel } from '../../src/core/language-model.ts';
import type { Engine } from '../../src/models/engine.ts';
import { loadTransformersEmbedding } from '../../src/models/transformers/embedding.ts';
import { createRetrievalSource } from '../../src/lab/run/create-retrieval.ts';
import { ITEM_TEXT_TEMPLATE, itemText } from '../../src/tools/retrieval/soft-retrieval.ts';
import { readPackagedVectors, vectorsFor, type PackagedVectors } from '../../src/tools/retrieval/packaged-vectors.ts';
import { dot } from '../models/embedding-contract.ts';
import { loadOf, NODE_HOST } from '../models/transformers/models-folder.ts';
import { describeWithShared, sharedFile } from '../shared.ts';

const FOLDER = new URL('../../datasets/synthetic-films/', import.meta.url);
const NAME = 'all-MiniLM-L6-v2';
const { signal } = new AbortController();
const fetchPackaged = async (file: string) => new Uint8Array(await readFile(new URL(file, FOLDER)));

let dataset: Dataset;
let packaged: PackagedVectors;
beforeAll(async () => {
  dataset = await loadPackagedDataset(fetchPackaged, signal);
  packaged = await readPackagedVectors(fetchPackaged);
});

describe('the item vectors of synthetic-films', () => {
  test('are of all its items and of the form of text that is in use', () => {
    const { items, template, model, dtype, revision } = packaged.description;
    expect(dataset.items.map(({ id }) => id)).toEqual(Array.from({ length: items }, (_, row) => row + 1));
    expect(template).toBe(ITEM_TEXT_TEMPLATE);
    expect([model, dtype]).toEqual([`transformers/${NAME}`, 'q8']);
    expect(revision).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ['cut', (bytes: Uint8Array) => bytes.slice(0, 1000)],
    ['changed', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 5000 ? byte ^ 255 : byte))],
    ['no gzip', () => new Uint8Array(100)],
  ])('are refused where they are %s', async (_, damage) => {
    const damaged = async (file: string) =>
      file.endsWith('.gz') ? damage(await fetchPackaged(file)) : fetchPackaged(file);
    await expect(readPackagedVectors(damaged)).rejects.toMatchObject({ code: 'file-damaged' });
  });
});

describeWithShared(`the item vectors, by ${NAME}`, [`models/${NAME}`], () => {
  let engine: Engine;
  let model: EmbeddingModel;
  beforeAll(async () => {
    engine = await loadTransformersEmbedding(loadOf(NAME, sharedFile(`models/${NAME}`)), NODE_HOST);
    if (engine.kind === 'embedding') ({ model } = engine);
  });
  afterAll(() => engine.unload());

  test('are those of the model: cosine at least 0.999', async () => {
    const vectors = await vectorsFor(packaged, dataset.items, model, signal);
    expect(vectors).not.toBeNull();
    const some = dataset.items.filter((_, row) => row % 97 === 13);
    const given = await model.embed(some.map(itemText), { signal });
    const cosines = some.map(({ id }, at) => dot(given[at], vectors?.subarray((id - 1) * 384, id * 384)));
    expect(some.length).toBeGreaterThan(25);
    expect(Math.min(...cosines)).toBeGreaterThan(0.999);
  });

  test('make soft retrieval find science fiction without embedding the catalogue', async () => {
    let asked = 0;
    const counting: EmbeddingModel = {
      id: model.id,
      title: model.title,
      dimensions: model.dimensions,
      provenance: model.provenance,
      embed: (texts, options) => {
        asked += texts.length;
        return model.embed(texts, options);
      },
    };
    const source = createRetrievalSource({ dataset, fetchPackaged, openEmbedding: () => Promise.resolve(counting) });
    const retrieval = await source.create({ name: `transformers/${NAME}`, options: {} }, signal);
    const found = await retrieval.search('space opera with robots', { limit: 10, signal });
    expect(asked).toBeLessThan(20);
    const titles = found.map(({ item }) => item.title);
    expect(
      titles.some((title) => /Star Wars|Star Trek|Wall-E|WALL-E|Transformers|I, Robot|Serenity/i.test(title)),
    ).toBe(true);
  });
});
