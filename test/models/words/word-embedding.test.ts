/** @file Sense without a download: the table is whole, tokens are the tokenizer's, and what words mean is nearer than what they share. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../src/core/language-model.ts';
import { piecesOf, wordEmbedding, WORDS_ID } from '../../../src/models/built-in-embeddings.ts';
import { readWordTable, TOKENS_FILE, VECTORS_FILE, type WordTable } from '../../../src/models/word-table.ts';
import { describeWithShared, sharedFile } from '../../shared.ts';

const FOLDER = resolve(import.meta.dirname, '../../../datasets/word-vectors');
const { signal } = new AbortController();
const fetchFile = async (file: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(FOLDER, file)));

let table: WordTable;
let model: EmbeddingModel;
beforeAll(async () => {
  table = await readWordTable(fetchFile);
  model = wordEmbedding(table);
});

const near = async (a: string, b: string): Promise<number> => {
  const [one = new Float32Array(), other] = await model.embed([a, b], { signal });
  return one.reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0);
};

describe('the table', () => {
  test('is read whole, and another one in its place is refused', async () => {
    expect(table.vectors).toHaveLength(table.rows.size * table.dimensions);
    const changed = gzipSync(strToU8('x\ny'));
    for (const wrong of [TOKENS_FILE, VECTORS_FILE])
      await expect(readWordTable(async (file) => (file === wrong ? changed : fetchFile(file)))).rejects.toMatchObject({
        code: 'file-damaged',
      });
  });
});

describe('the embedding', () => {
  test('gives equal texts equal vectors of length 1, whatever their case and accents, and nothing zeros', async () => {
    const [plain, dressed, none] = await model.embed(['Amelie', '  AMÉLIE!', '…'], { signal });
    expect(dressed).toEqual(plain);
    expect(Math.hypot(...(plain ?? []))).toBeCloseTo(1, 6);
    expect(none?.every((value) => value === 0)).toBe(true);
    expect(model.id).toBe(WORDS_ID);
  });

  test.each([
    ['a scary film', 'horror', 'romance'],
    ['spaceships and aliens', 'science fiction', 'western'],
    ['something funny', 'comedy', 'war'],
    ['detectives and murder', 'crime', 'musical'],
    ['songs and dancing', 'musical', 'thriller'],
    ['soldiers in battle', 'war', 'comedy'],
  ])('%s is nearer to %s than to %s, with which it shares no word either', async (query, meant, other) => {
    expect(await near(query, meant)).toBeGreaterThan(await near(query, other));
  });
});

describeWithShared('its tokens', ['models/all-MiniLM-L6-v2'], () => {
  test('are those of the model’s own tokenizer', async () => {
    const { BertTokenizer } = await import('@huggingface/transformers');
    const json = async (file: string): Promise<object> =>
      JSON.parse(await readFile(join(sharedFile('models/all-MiniLM-L6-v2'), file), 'utf8')) as object;
    const tokenizer = new BertTokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'));
    const names = [...table.rows.keys()];
    for (const text of [
      'The unputdownable mystery of Koyaanisqatsi, 1982',
      'Amélie’s quasi-neo-noir robotics',
      'antidisestablishmentarianism',
    ])
      expect(
        (
          text
            .toLowerCase()
            .normalize('NFD')
            .replaceAll(/\p{Mn}/gu, '')
            .match(/[\p{L}\p{N}]+/gu) ?? []
        ).flatMap((word) => piecesOf(word, table.rows).map((row) => names[row])),
      ).toEqual(tokenizer.tokenize(text).filter((token) => /\w/.test(token)));
  });
});
