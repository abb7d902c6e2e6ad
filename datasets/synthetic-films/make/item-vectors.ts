/**
 * @file Writes the item vectors beside the dataset, by all-MiniLM-L6-v2 in the layout of transformers.js:
 * `node --import tsx datasets/synthetic-films/make/item-vectors.ts MODEL_FOLDER`. Run it after make.ts where films changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { gzipSync } from 'fflate';
import { loadPackagedDataset } from '../../../src/data/import/import-dataset.ts';
import { loadTransformersEmbedding } from '../../../src/models/transformers/embedding.ts';
import { ITEM_TEXT_TEMPLATE, itemText } from '../../../src/tools/retrieval/soft-retrieval.ts';
import {
  VECTORS_DESCRIPTION,
  VECTORS_FILE,
  type VectorsDescription,
} from '../../../src/tools/retrieval/packaged-vectors.ts';
import { loadOf, NODE_HOST } from '../../../test/models/transformers/models-folder.ts';

const MODEL = 'all-MiniLM-L6-v2';
/**
 * A seventh of a component's standard deviation: coarse enough to pack into two thirds of the bytes, and fine enough that no
 * vector's cosine to the one it stands for is below 0.999.
 */
const SCALE = 0.007;
const AT_ONCE = 256;

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const [modelFolder] = process.argv.slice(2);
if (modelFolder === undefined)
  throw new Error('Give the folder of the model, such as ../shared/models/all-MiniLM-L6-v2');
const { signal } = new AbortController();
const { items } = await loadPackagedDataset(
  async (file) => new Uint8Array(await readFile(path.join(folder, file))),
  signal,
);
if (items.some(({ id }, row) => id !== row + 1)) throw new Error('The ids of the films are not 1, 2, 3 …');
const engine = await loadTransformersEmbedding(loadOf(MODEL, modelFolder), NODE_HOST);
if (engine.kind !== 'embedding' || engine.model.provenance === null) throw new Error(`${MODEL} is no embedding`);
const { model } = engine;
const bytes = new Int8Array(items.length * model.dimensions);
for (let start = 0; start < items.length; start += AT_ONCE) {
  const vectors = await model.embed(items.slice(start, start + AT_ONCE).map(itemText), { signal });
  vectors.forEach((vector, row) => {
    bytes.set(
      vector.map((value) => Math.max(-127, Math.min(127, Math.round(value / SCALE)))),
      (start + row) * model.dimensions,
    );
  });
  console.log(`${String(Math.min(start + AT_ONCE, items.length))} of ${String(items.length)} films`);
}
const unsigned = new Uint8Array(bytes.buffer);
const description: VectorsDescription = {
  model: model.id,
  engine: engine.model.provenance?.engine ?? '',
  revision: engine.model.provenance?.revision ?? '',
  dtype: engine.model.provenance?.dtype ?? '',
  template: ITEM_TEXT_TEMPLATE,
  items: items.length,
  dimensions: model.dimensions,
  scale: SCALE,
  sha256: bytesToHex(sha256(unsigned)),
};
writeFileSync(path.join(folder, VECTORS_DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);
writeFileSync(path.join(folder, VECTORS_FILE), gzipSync(unsigned, { level: 9, mtime: 0 }));
console.log(`${VECTORS_FILE}: ${String(readFileSync(path.join(folder, VECTORS_FILE)).length)} bytes`);
await engine.unload();
