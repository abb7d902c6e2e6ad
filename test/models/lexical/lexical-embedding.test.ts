import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lexicalEmbedding } from '../../../src/models/built-in-embeddings.ts';
import { dot, keepsTheEmbeddingContract } from '../embedding-contract.ts';
import { LEXICAL_DIGEST, LEXICAL_TEXTS } from './lexical-digest.ts';

const { signal } = new AbortController();

const cosines = async (model: ReturnType<typeof lexicalEmbedding>, query: string, texts: readonly string[]) => {
  const [first, ...rest] = await model.embed([query, ...texts], { signal });
  return rest.map((vector) => dot(first, vector));
};

describe('the lexical embedding', () => {
  keepsTheEmbeddingContract(() => lexicalEmbedding());

  test('is the same on every machine, byte for byte', async () => {
    const vectors = await lexicalEmbedding(LEXICAL_TEXTS).embed(LEXICAL_TEXTS, { signal });
    const hash = sha256.create();
    for (const vector of vectors) hash.update(new Uint8Array(vector.buffer));
    expect(bytesToHex(hash.digest())).toBe(LEXICAL_DIGEST);
  });

  test('keeps the cosines of TF-IDF, up to the noise of the projection', async () => {
    const words = ['robot', 'sea', 'love', 'war', 'jazz', 'cat', 'moon', 'ice'];
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((some) => some.join(' '));
    const errors: number[] = [];
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const [cosine = Number.NaN] = await cosines(lexicalEmbedding(), a, [b]);
        errors.push(cosine - exactCosine(a, b));
        expect(Math.abs(errors.at(-1) ?? 1)).toBeLessThan(0.3);
      }),
      { numRuns: 200, seed: 7 },
    );
    const square = errors.reduce((sum, error) => sum + error * error, 0) / errors.length;
    expect(Math.sqrt(square)).toBeLessThan(2 / Math.sqrt(512));
  });
});

/** What the projection stands for: cosine of the weights of words and trigrams. */
function exactCosine(a: string, b: string): number {
  const weights = (text: string): Map<string, number> => {
    const all = new Map<string, number>();
    const words = text.split(' ');
    for (const word of new Set(words)) {
      const weight = 1 + Math.log(words.filter((one) => one === word).length);
      all.set(word, weight);
      const marked = `^${word}$`;
      const parts = word.length < 4 ? [] : [...marked].slice(2).map((_, at) => marked.slice(at, at + 3));
      for (const part of parts)
        all.set(`~${part}`, (all.get(`~${part}`) ?? 0) + (0.6 * weight) / Math.sqrt(parts.length));
    }
    return all;
  };
  const [x, y] = [weights(a), weights(b)];
  const product = (one: Map<string, number>, other: Map<string, number>): number =>
    [...one].reduce((sum, [key, value]) => sum + value * (other.get(key) ?? 0), 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}
