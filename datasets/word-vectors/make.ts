/**
 * @file Writes the word vectors beside this script, distilled from the tokens of all-MiniLM-L6-v2 in the layout of transformers.js:
 * `node --import tsx datasets/word-vectors/make.ts MODEL_FOLDER`.
 *
 * As Model2Vec (github.com/MinishLab/model2vec) does it: each token of the vocabulary is embedded by itself, principal components keep
 * most of what tells them apart, and the logarithm of a token's rank by frequency, which is its place in the vocabulary, weighs it.
 * Tokens that hold anything but the letters a to z and digits are left out.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, strToU8 } from 'fflate';
import { createRandom } from '../../src/core/random.ts';
import { loadTransformersEmbedding } from '../../src/models/transformers/embedding.ts';
import { TOKENS_FILE, VECTORS_FILE, WORDS_DESCRIPTION, type WordsDescription } from '../../src/models/word-table.ts';
import { loadOf, NODE_HOST } from '../../test/models/transformers/models-folder.ts';

const MODEL = 'all-MiniLM-L6-v2';
const DIMENSIONS = 128;
const AT_ONCE = 256;
const ITERATIONS = 100;
/** Standard deviations that a signed byte reaches; what lies beyond is cut. */
const REACH = 3.5;

const [modelFolder] = process.argv.slice(2);
if (modelFolder === undefined) throw new Error(`Give the folder of the model, such as ../shared/models/${MODEL}`);
const folder = import.meta.dirname;
const { signal } = new AbortController();

const { model: tokenizer } = JSON.parse(readFileSync(join(modelFolder, 'tokenizer.json'), 'utf8')) as {
  readonly model: { readonly vocab: Readonly<Record<string, number>> };
};
const tokens = Object.entries(tokenizer.vocab)
  .toSorted(([, a], [, b]) => a - b)
  .map(([token]) => token)
  .filter((token) => /^(##)?[a-z0-9]+$/.test(token));

const engine = await loadTransformersEmbedding(loadOf(MODEL, modelFolder), NODE_HOST);
if (engine.kind !== 'embedding' || engine.model.provenance === null) throw new Error(`${MODEL} is no embedding`);
const rows: Float32Array[] = [];
for (let start = 0; start < tokens.length; start += AT_ONCE) {
  const texts = tokens.slice(start, start + AT_ONCE).map((token) => token.replace('##', ''));
  rows.push(...(await engine.model.embed(texts, { signal })));
}
const wide = engine.model.dimensions;

/** Rows less their mean. */
function centred(): Float64Array[] {
  const mean = new Float64Array(wide);
  for (const row of rows) row.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / rows.length));
  return rows.map((row) => Float64Array.from(row, (value, at) => value - (mean[at] ?? 0)));
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Makes vectors orthonormal, one after the other (modified Gram–Schmidt). */
function orthonormal(basis: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const vector of basis) {
    for (const other of done) {
      const along = dot(vector, other);
      vector.forEach((value, at) => (vector[at] = value - along * (other[at] ?? 0)));
    }
    const length = Math.sqrt(dot(vector, vector));
    done.push(vector.map((value) => value / length));
  }
  return done;
}

/** The subspace of the first principal components, by orthogonal iteration. */
function components(points: readonly Float64Array[]): Float64Array[] {
  const covariance = Array.from({ length: wide }, () => new Float64Array(wide));
  for (const point of points)
    for (const [a, value] of point.entries()) {
      const row = covariance[a];
      if (row !== undefined) for (let b = 0; b < wide; b += 1) row[b] = (row[b] ?? 0) + value * (point[b] ?? 0);
    }
  const random = createRandom(1);
  let basis = orthonormal(
    Array.from({ length: DIMENSIONS }, () => Float64Array.from({ length: wide }, () => random.uniform() - 0.5)),
  );
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1)
    basis = orthonormal(basis.map((vector) => Float64Array.from(covariance, (row) => dot(row, vector))));
  return basis;
}

const points = centred();
const basis = components(points);
const weighted = points.map((point, rank) =>
  Float64Array.from(basis, (component) => Math.log(rank + 2) * dot(point, component)),
);
const squares = weighted.reduce((sum, row) => sum + dot(row, row), 0);
const scale = (REACH * Math.sqrt(squares / (weighted.length * DIMENSIONS))) / 127;
const bytes = new Int8Array(tokens.length * DIMENSIONS);
weighted.forEach((row, at) =>
  bytes.set(
    Array.from(row, (value) => Math.max(-127, Math.min(127, Math.round(value / scale)))),
    at * DIMENSIONS,
  ),
);
const unsigned = new Uint8Array(bytes.buffer);
const list = strToU8(tokens.join('\n'));
const sha256 = createHash('sha256').update(unsigned).update(list).digest('hex');
const { engine: by, revision, dtype } = engine.model.provenance;
const description: WordsDescription = {
  model: MODEL,
  engine: by,
  revision: revision ?? '',
  dtype: dtype ?? '',
  tokens: tokens.length,
  dimensions: DIMENSIONS,
  sha256,
};
writeFileSync(join(folder, WORDS_DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);
writeFileSync(join(folder, VECTORS_FILE), gzipSync(unsigned, { level: 9, mtime: 0 }));
writeFileSync(join(folder, TOKENS_FILE), gzipSync(list, { level: 9, mtime: 0 }));
copyFileSync(join(modelFolder, 'LICENSE'), join(folder, 'LICENSE'));
for (const file of [VECTORS_FILE, TOKENS_FILE])
  console.log(`${file}: ${String(readFileSync(join(folder, file)).length)} bytes`);
await engine.unload();
