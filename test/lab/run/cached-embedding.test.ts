import { beforeEach, describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../src/core/language-model.ts';
import type { FileStore } from '../../../src/core/file-store.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { keptOrMade } from '../../../src/data/store/file-stores.ts';
import { cachedEmbedding as cached } from '../../../src/models/decorate.ts';
import { lexicalEmbedding } from '../../../src/models/built-in-embeddings.ts';
import { damaged } from '../../damage.ts';
import { keepsTheEmbeddingContract } from '../../models/embedding-contract.ts';

const { signal } = new AbortController();
const cachedEmbedding = (model: EmbeddingModel, files: FileStore): EmbeddingModel =>
  cached(model, (...kept) => keptOrMade(files, ...kept));
const TEXTS = ['a film about the sea', 'robots', '', 'a film about the sea', 'Heat (1995)'];

/** The lexical embedding, with what it was asked for. */
function watched(more: Partial<EmbeddingModel> = {}): EmbeddingModel & { readonly asked: string[] } {
  const model = lexicalEmbedding();
  const asked: string[] = [];
  return {
    id: model.id,
    title: model.title,
    dimensions: model.dimensions,
    provenance: null,
    asked,
    embed(texts, options) {
      asked.push(...texts);
      return model.embed(texts, options);
    },
    ...more,
  };
}

let files: FileStore;
beforeEach(() => {
  files = new MemoryFileStore();
});

const onlyFile = async (): Promise<string> => {
  const [path = '', ...more] = await files.list('embeddings');
  expect(more).toEqual([]);
  return path;
};

describe('a cached embedding', () => {
  keepsTheEmbeddingContract(() => cachedEmbedding(lexicalEmbedding(), new MemoryFileStore()));

  test('gives the vectors of the model itself, and asks it once for the same texts', async () => {
    const plain = await lexicalEmbedding().embed(TEXTS, { signal });
    const model = watched();
    expect(await cachedEmbedding(model, files).embed(TEXTS, { signal })).toEqual(plain);
    expect(model.asked).toEqual(TEXTS);
    const later = watched();
    expect(await cachedEmbedding(later, files).embed(TEXTS, { signal })).toEqual(plain);
    expect(later.asked).toEqual([]);
  });

  test('keeps apart what is of another model, revision, dtype or device', async () => {
    const provenance = { engine: 'e 1', model: 'm', revision: 'r', dtype: 'q8', device: 'wasm' };
    const models = [
      {},
      { id: 'transformers/other' },
      { provenance },
      { provenance: { ...provenance, revision: 's' } },
      { provenance: { ...provenance, dtype: 'fp32' } },
      { provenance: { ...provenance, device: 'webgpu' } },
    ];
    for (const more of models) {
      const model = watched(more);
      await cachedEmbedding(model, files).embed(TEXTS, { signal });
      expect(model.asked).toEqual(TEXTS);
    }
    expect(await files.list('embeddings')).toHaveLength(models.length);
  });

  test('gives the right vectors from 300 damaged files, and mends each', async () => {
    const others: Uint8Array[] = [];
    for (const id of ['transformers/other', 'transformers/another']) {
      const elsewhere = new MemoryFileStore();
      const model = watched({ id });
      await cachedEmbedding(
        { ...model, embed: async (texts) => texts.map(() => new Float32Array(model.dimensions).fill(1)) },
        elsewhere,
      ).embed(TEXTS, { signal });
      const [path = ''] = await elsewhere.list('embeddings');
      others.push((await elsewhere.read(path)) ?? new Uint8Array());
    }
    const right = await cachedEmbedding(watched(), files).embed(TEXTS, { signal });
    const path = await onlyFile();
    const whole = (await files.read(path)) ?? new Uint8Array();
    for (let number = 0; number < 300; number += 1) {
      await files.write(path, damaged(whole, number, others));
      expect(await cachedEmbedding(watched(), files).embed(TEXTS, { signal }), `copy ${String(number)}`).toEqual(right);
      const after = watched();
      expect(await cachedEmbedding(after, files).embed(TEXTS, { signal })).toEqual(right);
      expect(after.asked).toEqual([]);
      expect((await files.read(path))?.length).toBe(whole.length);
    }
  }, 120_000);
});
