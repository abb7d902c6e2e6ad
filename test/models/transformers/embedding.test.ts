/** @file MiniLM by transformers.js in Node, on the wasm that browsers run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../src/core/embedding-model.ts';
import type { Engine, ModelFiles } from '../../../src/models/engine.ts';
import { batchesByLength } from '../../../src/models/transformers/batches.ts';
import { goldenCosine, goldenVectorsOf } from './golden-vectors.ts';
import { loadTransformersEmbedding } from '../../../src/models/transformers/embedding.ts';
import { describeWithShared, sharedFile } from '../../shared.ts';
import { dot, keepsTheEmbeddingContract } from '../embedding-contract.ts';
import { folderFiles, loadOf, NODE_HOST } from './models-folder.ts';

const NAME = 'all-MiniLM-L6-v2';
const FOLDER = sharedFile(`models/${NAME}`);
const WEIGHTS = 'onnx/model_quantized.onnx';
const { signal } = new AbortController();

const loaded = (files: ModelFiles, more: Parameters<typeof loadOf>[2] = {}): Promise<Engine> =>
  loadTransformersEmbedding(loadOf(NAME, files, more), NODE_HOST);

/** The folder, with some of its files changed. */
function changed(change: (path: string, bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null): ModelFiles {
  return {
    place: 'a changed folder',
    async open(path) {
      const bytes = await readFile(join(FOLDER, path)).catch(() => null);
      const now = bytes === null ? null : change(path, new Uint8Array(bytes));
      return now === null ? null : { size: now.length, body: new Blob([now]).stream() };
    },
  };
}

describe('batches', () => {
  test('hold every text with tokens once, of like length', () => {
    const tokens = [40, 3, 0, 4, 41, 5, 3].map((length) => Array.from({ length }, () => 1));
    expect(batchesByLength(tokens, 32)).toEqual([[1, 6, 3], [5], [0, 4]]);
    expect(batchesByLength(tokens, 2)).toEqual([
      [1, 6],
      [3, 5],
      [0, 4],
    ]);
    expect(batchesByLength([], 32)).toEqual([]);
  });
});

describe('options', () => {
  test.each([
    [{ dtype: 'q1' }, /options\.dtype: unknown dtype "q1"; one of q8, /],
    [{ device: 'webgpu' }, /options\.device: unknown device "webgpu"; one of wasm/],
    [{ pooling: 'max' }, /options\.pooling/],
  ])('%j are refused before anything is read', async (options, message) => {
    const files = changed(() => {
      throw new Error('read');
    });
    await expect(loaded(files, { options })).rejects.toMatchObject({ code: 'spec-invalid', message });
  });
});

describeWithShared('all-MiniLM-L6-v2', [`models/${NAME}`], () => {
  let engine: Engine;
  let model: EmbeddingModel;
  beforeAll(async () => {
    engine = await loaded(folderFiles(FOLDER));
    if (engine.kind !== 'embedding') throw new Error('no embedding');
    ({ model } = engine);
  });
  afterAll(() => engine.unload());

  keepsTheEmbeddingContract(() => model);

  test('says where its vectors come from', () => {
    expect(model.provenance).toEqual({
      engine: 'transformers.js 4.3.1',
      model: NAME,
      revision: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
      dtype: 'q8',
      device: 'wasm',
    });
    expect(model.dimensions).toBe(384);
  });

  test('gives the golden vectors', async () => {
    const golden = goldenVectorsOf(model.id);
    expect(golden).not.toBeNull();
    if (golden !== null) expect(await goldenCosine(model, golden, signal)).toBeGreaterThan(0.9998);
  });

  test('knows what is alike', async () => {
    const [query, alike, other] = await model.embed(
      ['space opera with robots', 'A crew of androids crosses the galaxy', 'A wedding in Tuscany'],
      { signal },
    );
    expect(dot(query, alike)).toBeGreaterThan(dot(query, other) + 0.1);
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
  test.each(['config.json', 'tokenizer.json', WEIGHTS])('without %s say so', async (lacking) => {
    const loading = loaded(changed((path, bytes) => (path === lacking ? null : bytes)));
    await expect(loading).rejects.toMatchObject({
      code: 'model-missing',
      message: `${lacking} of ${NAME} is not in a changed folder. Download or import the model first.`,
    });
  });

  test.each([
    ['config.json', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, 100)],
    [WEIGHTS, (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, 10_000_000)],
    [WEIGHTS, () => new TextEncoder().encode('<!doctype html>')],
  ])('with a damaged %s say so', async (damaged, damage) => {
    const loading = loaded(changed((path, bytes) => (path === damaged ? damage(bytes) : bytes)));
    await expect(loading).rejects.toMatchObject({ code: 'model-damaged', message: /a changed folder/ });
  });

  test('that end too early say so', async () => {
    const files = folderFiles(FOLDER);
    const short: ModelFiles = {
      place: 'a server',
      async open(path, stop) {
        const file = await files.open(path, stop);
        return file && { ...file, size: path === WEIGHTS ? 23_000_000 : file.size };
      },
    };
    await expect(loaded(short)).rejects.toMatchObject({
      code: 'model-damaged',
      message: `${WEIGHTS} of ${NAME} has 22928619 bytes, not 23000000. Get the model again.`,
    });
  });

  test('can be stopped while they are read, and loaded again', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const loading = loaded(folderFiles(FOLDER), {
      signal: controller.signal,
      onProgress: ({ bytes }) => {
        seen.push(bytes);
        if (bytes > 5_000_000) controller.abort();
      },
    });
    await expect(loading).rejects.toMatchObject({ code: 'aborted' });
    expect(seen.at(-1)).toBeLessThan(10_000_000);
    await (await loaded(folderFiles(FOLDER))).unload();
  });
});
