/**
 * @file Writes golden-numbers.ts beside it: `node --import tsx test/models/transformers/make-golden-vectors.ts`,
 * with ../shared/models beside the checkout.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadTransformersEmbedding } from '../../../src/models/transformers/embedding.ts';
import { sharedFile } from '../../shared.ts';
import { loadOf, NODE_HOST } from './models-folder.ts';

const MODEL = 'all-MiniLM-L6-v2';
const SENTENCES = [
  'A crew fights robots in a space opera.',
  'Two strangers fall in love on a train (1995).',
  'The detective follows the money through the city at night, and finds that everybody has lied to him.',
  'Which films does this person like?',
];

const { signal } = new AbortController();
const engine = await loadTransformersEmbedding(loadOf(MODEL, sharedFile(`models/${MODEL}`)), NODE_HOST);
if (engine.kind !== 'embedding') throw new Error(`${MODEL} is no embedding`);
const vectors = await engine.model.embed(SENTENCES, { signal });
const bytes = vectors.flatMap((vector) => {
  const scale = 127 / Math.max(...vector.map(Math.abs));
  return [...Int8Array.from(vector, (value) => Math.round(value * scale))];
});
const text = `/** @file Made by test/models/transformers/make-golden-vectors.ts on wasm, dtype q8. */

/** Sentences and their vectors by the model's name without its owner. */
export const GOLDEN = {
  '${MODEL}': {
    sentences: ${JSON.stringify(SENTENCES, null, 2)
      .replaceAll('"', "'")
      .replace(/'\n\]/, "',\n]")
      .replaceAll('\n', '\n    ')},
    bytes:
      '${Buffer.from(Int8Array.from(bytes).buffer).toString('base64')}',
  },
};
`;
writeFileSync(resolve(import.meta.dirname, 'golden-numbers.ts'), text);
await engine.unload();
