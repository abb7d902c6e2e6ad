/**
 * @file Sense without a download: a text's vector is the sum of the vectors of its tokens, which were distilled from
 * all-MiniLM-L6-v2 (word-table.ts). It knows what words mean and nothing of their order; sums of whole numbers are the same on every
 * machine, so equal texts give equal vectors, byte for byte.
 *
 * Tokens are WordPiece's as BERT has them (Devlin et al. 2019; Schuster and Nakajima 2012): the longest piece of the vocabulary first.
 */
import type { EmbeddingModel } from '../../core/language-model.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { WordTable } from './word-table.ts';

export const WORDS_ID = 'built-in/words';
export const WORDS_TITLE = 'Word vectors (distilled from MiniLM)';

const TEXTS_A_BREATH = 2000;
/** As BERT: a longer word is none. */
const LONGEST_WORD = 100;

function wordsOf(text: string): readonly string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The pieces of a word; none where a part of it is not in the vocabulary. */
export function piecesOf(word: string, rows: WordTable['rows']): readonly number[] {
  if (word.length > LONGEST_WORD) return [];
  const pieces: number[] = [];
  let start = 0;
  while (start < word.length) {
    let end = word.length;
    let row: number | undefined;
    for (; end > start; end -= 1) {
      row = rows.get((start === 0 ? '' : '##') + word.slice(start, end));
      if (row !== undefined) break;
    }
    if (row === undefined) return [];
    pieces.push(row);
    start = end;
  }
  return pieces;
}

function vectorOf(text: string, { rows, vectors, dimensions }: WordTable): Float32Array {
  const sums = new Int32Array(dimensions);
  for (const word of wordsOf(text))
    for (const row of piecesOf(word, rows))
      for (let at = 0; at < dimensions; at += 1) sums[at] = (sums[at] ?? 0) + (vectors[row * dimensions + at] ?? 0);
  let square = 0;
  for (const sum of sums) square += sum * sum;
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
  return Float32Array.from(sums, (sum) => sum * scale);
}

export function wordEmbedding(table: WordTable): EmbeddingModel {
  return {
    id: WORDS_ID,
    title: WORDS_TITLE,
    dimensions: table.dimensions,
    provenance: null,
    async embed(texts, { signal }) {
      throwIfAborted(signal);
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        vectors.push(vectorOf(text, table));
        if (vectors.length % TEXTS_A_BREATH === 0) {
          await new Promise((resolve) => setTimeout(resolve));
          throwIfAborted(signal);
        }
      }
      return vectors;
    },
  };
}
