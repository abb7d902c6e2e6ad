/**
 * @file The built-in embedding: TF-IDF over words and their parts, brought to a fixed number of dimensions by a random
 * projection with a fixed seed. It needs no download and is no language model: texts are alike where they share words, and
 * nothing is known of what words mean.
 *
 * - Features are words, and trigrams of each word of four letters or more, so that `robots` is near `robotic`.
 * - Weights are (1 + ln tf) · idf with idf = ln((1 + N) / (1 + df)) + 1 (Manning, Raghavan and Schütze 2008, section 6.4;
 *   smoothed as in scikit-learn); without texts to count in, idf is 1. The trigrams of a word together weigh `PART` of it.
 * - Each feature is a fixed vector of `SIGNS` entries of ±1 at random places (Achlioptas 2003; Kane and Nelson 2014, sparse
 *   Johnson–Lindenstrauss), so that cosines are kept up to noise of about 1/√dimensions.
 */
import { log } from '../core/numbers/elementary-functions.ts';
import type { EmbeddingModel } from '../core/language-model.ts';
import { throwIfAborted } from '../core/errors.ts';
import { createRandom, type Random } from '../core/random.ts';
import type { WordTable } from './word-table.ts';

const STOP_WORDS = new Set(
  'a an and are as at be but by for from has have he her his i in is it its my of on or she that the their them they this to was we were which who will with you your'.split(
    ' ',
  ),
);

/** Lower-case words of letters and digits without accents; common English words only where there are no others. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

export const LEXICAL_ID = 'built-in/lexical';
export const LEXICAL_TITLE = 'Lexical embedding (no language model)';

export const WORDS_ID = 'built-in/words';
export const WORDS_TITLE = 'Word vectors (distilled from MiniLM)';

const DIMENSIONS = 512;
const SIGNS = 8;
const SEED = 'built-in/lexical 1';
/** Times the word's weight: the length of its trigrams' part of a vector. */
const PART = 0.6;
const SHORTEST_WITH_PARTS = 4;
const MOST_KEPT = 200_000;

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Marked with `~`, so that none is taken for a word. */
function trigramsOf(word: string): string[] {
  if (word.length < SHORTEST_WITH_PARTS) return [];
  const marked = `^${word}$`;
  return Array.from({ length: marked.length - 2 }, (_, at) => `~${marked.slice(at, at + 3)}`);
}

/** Places and signs of a feature's vector: entry `±(place + 1)`. */
function signsOf(feature: string, seed: Random): Int16Array {
  const random = seed.fork(feature);
  return Int16Array.from({ length: SIGNS }, () => {
    const draw = random.integer(2 * DIMENSIONS);
    return draw < DIMENSIONS ? draw + 1 : DIMENSIONS - draw - 1;
  });
}

const TEXTS_A_BREATH = 2000;

async function inBreaths(
  texts: readonly string[],
  vectorOf: (text: string) => Float32Array,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  throwIfAborted(signal);
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    vectors.push(vectorOf(text));
    if (vectors.length % TEXTS_A_BREATH === 0) {
      await new Promise((resolve) => setTimeout(resolve));
      throwIfAborted(signal);
    }
  }
  return vectors;
}

function ofLengthOne(sums: Float64Array | Int32Array): Float32Array {
  let square = 0;
  for (const sum of sums) square += sum * sum;
  const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
  return Float32Array.from(sums, (sum) => sum * scale);
}

/**
 * The built-in embedding. Equal texts give equal vectors, byte for byte, in Node and in the browser.
 * @param texts a corpus, such as a catalogue's, that gives rare words more weight; without it every word counts alike
 */
export function lexicalEmbedding(texts: readonly string[] = []): EmbeddingModel {
  const seed = createRandom(SEED);
  const known = new Map<string, Int16Array>();
  const frequencies = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(wordsOf(text))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const rarityOf = (word: string): number =>
    texts.length === 0 ? 1 : log((1 + texts.length) / (1 + (frequencies.get(word) ?? 0))) + 1;
  const add = (feature: string, weight: number, sums: Float64Array): void => {
    const signs = known.get(feature) ?? signsOf(feature, seed);
    if (!known.has(feature) && known.size >= MOST_KEPT) known.clear();
    known.set(feature, signs);
    for (const sign of signs) {
      const place = Math.abs(sign) - 1;
      sums[place] = (sums[place] ?? 0) + (sign > 0 ? weight : -weight);
    }
  };
  const vectorOf = (text: string): Float32Array => {
    const sums = new Float64Array(DIMENSIONS);
    for (const [word, count] of countsOf(text)) {
      const weight = (1 + log(count)) * rarityOf(word);
      add(word, weight, sums);
      const trigrams = trigramsOf(word);
      for (const trigram of trigrams) add(trigram, (PART * weight) / Math.sqrt(trigrams.length), sums);
    }
    return ofLengthOne(sums);
  };
  return {
    ...{ id: LEXICAL_ID, title: LEXICAL_TITLE, dimensions: DIMENSIONS, provenance: null, isByWordsAlone: true },
    embed: (all, { signal }) => inBreaths(all, vectorOf, signal),
  };
}

export const BUILT_IN_EMBEDDINGS = [
  { name: LEXICAL_ID, title: LEXICAL_TITLE },
  { name: WORDS_ID, title: WORDS_TITLE },
] as const;

export const isBuiltInEmbedding = (name: string): boolean => BUILT_IN_EMBEDDINGS.some((one) => one.name === name);

const LONGEST_WORD = 100;

function plainWordsOf(text: string): readonly string[] {
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

function sumOf(text: string, { rows, vectors, dimensions }: WordTable): Float32Array {
  const sums = new Int32Array(dimensions);
  for (const word of plainWordsOf(text))
    for (const row of piecesOf(word, rows))
      for (let at = 0; at < dimensions; at += 1) sums[at] = (sums[at] ?? 0) + (vectors[row * dimensions + at] ?? 0);
  return ofLengthOne(sums);
}

/**
 * Sense without a download: a text's vector is the sum of the vectors of its tokens, which were distilled from all-MiniLM-L6-v2
 * (word-table.ts). It knows what words mean and nothing of their order. Tokens are WordPiece's as BERT has them (Devlin et al. 2019).
 */
export function wordEmbedding(table: WordTable): EmbeddingModel {
  return {
    id: WORDS_ID,
    title: WORDS_TITLE,
    dimensions: table.dimensions,
    provenance: null,
    embed: (texts, { signal }) => inBreaths(texts, (text) => sumOf(text, table), signal),
  };
}
