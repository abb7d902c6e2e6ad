/** @file The built-in embeddings beside MiniLM, whose vectors of the film club's films come with it: how alike they find films. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { EmbeddingModel } from '../../src/core/language-model.ts';
import { createRandom } from '../../src/core/random.ts';
import { loadPackagedDataset } from '../../src/data/import/import-dataset.ts';
import { spearman } from '../../src/environments/raters/surrogate/surrogate-rater.ts';
import { lexicalEmbedding, wordEmbedding } from '../../src/models/built-in-embeddings.ts';
import { readWordTable } from '../../src/models/word-table.ts';
import { itemText } from '../../src/tools/retrieval/soft-retrieval.ts';
import { readPackagedVectors } from '../../src/tools/retrieval/packaged-vectors.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';

const DATASETS = resolve(import.meta.dirname, '../../datasets');
const PAIRS = 100_000;
const NEAREST = 10;
const { signal } = new AbortController();

const filesOf =
  (folder: string) =>
  async (file: string): Promise<Uint8Array> =>
    new Uint8Array(await readFile(join(DATASETS, folder, file)));

type Vector = ArrayLike<number>;

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** The other films that are nearest to one. */
function nearest(vectors: readonly Vector[], film: number): ReadonlySet<number> {
  const own = vectors[film] ?? [];
  const order = vectors.map((vector, other) => [other === film ? -Infinity : dot(own, vector), other] as const);
  return new Set(
    order
      .sort(([a], [b]) => b - a)
      .slice(0, NEAREST)
      .map(([, other]) => other),
  );
}

/** Rank correlation of cosines with MiniLM's, and how many of a film's ten nearest are MiniLM's. */
export const words: Benchmark = {
  name: 'words',
  title: 'Built-in embeddings: how they agree with MiniLM on the films of the film club',
  async run() {
    const { items } = await loadPackagedDataset(filesOf('synthetic-films'), signal);
    const { bytes, description } = await readPackagedVectors(filesOf('synthetic-films'));
    const { dimensions } = description;
    const minilm = items.map((_, row) => {
      const vector = Float64Array.from(bytes.subarray(row * dimensions, (row + 1) * dimensions));
      const length = Math.sqrt(dot(vector, vector));
      return vector.map((value) => value / length);
    });
    const random = createRandom(1);
    const pairs = Array.from({ length: PAIRS }, () => [random.integer(items.length), random.integer(items.length)]);
    const cosines = (vectors: readonly Vector[]): number[] =>
      pairs.map(([a = 0, b = 0]) => dot(vectors[a] ?? [], vectors[b] ?? []));
    const sample = items.map((_, film) => film).filter((film) => film % 7 === 0);
    const theirs = cosines(minilm);
    const texts = items.map(itemText);
    const rowOf = async (model: EmbeddingModel): Promise<BenchmarkRow> => {
      const vectors = await model.embed(texts, { signal });
      const shared = sample.map((film) => {
        const own = nearest(vectors, film);
        return [...nearest(minilm, film)].filter((other) => own.has(other)).length / NEAREST;
      });
      const overlap = shared.reduce((sum, share) => sum + share, 0) / shared.length;
      const correlation = spearman(cosines(vectors), theirs);
      return {
        name: model.title,
        value: `rank correlation ${correlation.toFixed(2)}, ${(100 * overlap).toFixed(0)} % of the ten nearest`,
        goal: '',
        met: null,
      };
    };
    return [
      await rowOf(lexicalEmbedding(texts)),
      await rowOf(wordEmbedding(await readWordTable(filesOf('word-vectors')))),
    ];
  },
};
