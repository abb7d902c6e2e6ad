/** @file MiniLM by transformers.js in Node, on the wasm that browsers run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../src/core/language-model.ts';
import type { Engine } from '../../../src/models/engine.ts';
import { loadTransformersEmbedding } from '../../../src/models/transformers/embedding.ts';
import { goldenCosine, goldenVectorsOf } from './golden-vectors.ts';
import { describeWithShared, sharedFile } from '../../shared.ts';
import { keepsTheEmbeddingContract } from '../embedding-contract.ts';
import { changedFolder, loadOf, NODE_HOST } from './models-folder.ts';

const NAME = 'all-MiniLM-L6-v2';
const FOLDER = sharedFile(`models/${NAME}`);
const WEIGHTS = 'onnx/model_quantized.onnx';
const { signal } = new AbortController();

const loaded = (folder: string, more: Parameters<typeof loadOf>[2] = {}): Promise<Engine> =>
  loadTransformersEmbedding(loadOf(NAME, folder, more), NODE_HOST);

describeWithShared('all-MiniLM-L6-v2', [`models/${NAME}`], () => {
  let engine: Engine;
  let model: EmbeddingModel;
  beforeAll(async () => {
    engine = await loaded(FOLDER);
    if (engine.kind !== 'embedding') throw new Error('no embedding');
    ({ model } = engine);
  });
  afterAll(() => engine.unload());

  keepsTheEmbeddingContract(() => model);

  test('gives the golden vectors', async () => {
    const golden = goldenVectorsOf(model.id);
    expect(golden).not.toBeNull();
    if (golden !== null) expect(await goldenCosine(model, golden, signal)).toBeGreaterThan(0.9998);
  });

  test('gives a text the same vector whatever it is padded with', async () => {
    const words = 'a film about the sea and those who went there long ago to find what nobody had seen'.split(' ');
    const texts = Array.from({ length: 40 }, (_, index) => words.slice(0, 1 + (index % words.length)).join(' '));
    const together = await model.embed(texts, { signal });
    for (const index of [0, 7, 16, 33]) {
      const [alone] = await model.embed([texts[index] ?? ''], { signal });
      const furthest = Math.max(...(alone ?? []).map((value, at) => Math.abs(value - (together[index]?.[at] ?? 9))));
      expect(furthest).toBeLessThan(1e-3);
    }
  });

  test('stops between batches', async () => {
    const controller = new AbortController();
    const embedding = model.embed(
      Array.from({ length: 2000 }, (_, index) => `film number ${String(index)}`),
      controller,
    );
    setTimeout(() => controller.abort(), 100);
    const started = performance.now();
    await expect(embedding).rejects.toMatchObject({ code: 'aborted' });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describeWithShared('files', [`models/${NAME}`], () => {
  test.each([
    ['config.json', (bytes: Buffer) => bytes.subarray(0, 100)],
    [WEIGHTS, (bytes: Buffer) => bytes.subarray(0, 10_000_000)],
    [WEIGHTS, () => '<!doctype html>'],
  ])('with a damaged %s say so', async (damaged, damage) => {
    const folder = changedFolder(FOLDER, { [damaged]: damage });
    await expect(loaded(folder)).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringContaining(damaged === WEIGHTS ? folder : `config.json of ${NAME}`) as string,
    });
  });
});
