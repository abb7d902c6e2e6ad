/** @file What every embedding model keeps, whatever it is made of. */
import { expect, test } from 'vitest';
import type { EmbeddingModel } from '../../src/core/language-model.ts';

const NEVER = { signal: new AbortController().signal };

/** The dot product of two vectors of one length. */
export function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  a?.forEach((value, at) => (sum += value * (b?.[at] ?? Number.NaN)));
  return sum;
}

/** Tests of the contract; to be called in a `describe`. */
export function keepsTheEmbeddingContract(create: () => EmbeddingModel | Promise<EmbeddingModel>): void {
  test('says what it is', async () => {
    const model = await create();
    expect(model.id).toMatch(/^[a-z0-9-]+\/\S+$/);
    expect(model.title).not.toBe('');
    expect(model.dimensions).toBeGreaterThan(0);
  });

  test('gives each text a vector of length 1, in their order', async () => {
    const model = await create();
    const texts = [
      'a comedy about robots',
      'war',
      'a comedy about robots',
      'A long tale of the sea, told by a sailor.',
    ];
    const vectors = await model.embed(texts, NEVER);
    expect(vectors).toHaveLength(4);
    for (const vector of vectors) {
      expect(vector).toHaveLength(model.dimensions);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
    expect(vectors[2]).toEqual(vectors[0]);
    expect(dot(vectors[0], vectors[1])).toBeLessThan(0.9);
    expect(await model.embed([], NEVER)).toEqual([]);
  });

  test('gives zeros for a text without a word', async () => {
    const model = await create();
    for (const vector of await model.embed(['', ' … !', '\u0000'], NEVER)) {
      expect(vector).toEqual(new Float32Array(model.dimensions));
    }
  });

  test('takes texts of any length and script', async () => {
    const model = await create();
    const texts = [
      '七人の侍',
      'Москва слезам не верит',
      'x'.repeat(100_000),
      '<script>alert(1)</script>',
      '\uD800 lone',
    ];
    for (const vector of await model.embed(texts, NEVER)) expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  test('is aborted by its signal', async () => {
    const model = await create();
    await expect(model.embed(['a film'], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });
}
