/** @file Search by meaning in Chromium: the same lexical vectors as in Node, and MiniLM in a worker where its files are served. */
import { newId } from '../../src/client/run-record.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { connectLab } from '../../src/client/create-lab-client.ts';
import type { RunSpec } from '../../src/core/run.ts';
import type { EventOf, TraceEvent } from '../../src/core/trace.ts';
import { loadPackagedDataset } from '../../src/data/import/import-dataset.ts';
import { lexicalEmbedding } from '../../src/models/built-in-embeddings.ts';
import { createNetworkAccess } from '../../src/models/network-access.ts';
import { loadTransformersEmbedding } from '../../src/models/transformers/embedding.ts';
import { browserPlace } from '../../src/models/transformers/place.ts';
import { goldenCosine, goldenVectorsOf } from '../models/transformers/golden-vectors.ts';
import { createRetrievalSource } from '../../src/lab/run/create-retrieval.ts';
import { browserTransformersHost } from '../../workers/transformers-host.ts';
import { LEXICAL_DIGEST, LEXICAL_TEXTS } from '../models/lexical/lexical-digest.ts';

const { signal } = new AbortController();
const NAME = 'all-MiniLM-L6-v2';
const served = (await fetch(`/models/${NAME}/config.json`)).headers.get('content-type')?.includes('json') === true;
const reason = served ? '' : ` [skipped: no ../shared/models/${NAME}]`;

test('lexical vectors are those of Node, byte for byte', async () => {
  const hash = sha256.create();
  for (const vector of await lexicalEmbedding(LEXICAL_TEXTS).embed(LEXICAL_TEXTS, { signal })) {
    hash.update(new Uint8Array(vector.buffer));
  }
  expect(bytesToHex(hash.digest())).toBe(LEXICAL_DIGEST);
});

async function searchesOf(embedding: RunSpec['model']): Promise<readonly EventOf<'tool-result'>[]> {
  const lab = connectLab();
  const slow = { onProgress: () => undefined, signal };
  const { defaultSpec } = await lab.describe();
  await lab.open('synthetic-films', slow);
  const tools = [{ name: 'search', options: { provider: 'meaning', embedding: { ...embedding } } }];
  const spec = { ...defaultSpec, recommender: { name: 'recmind', options: { planner: 'chain-of-thought', tools } } };
  await lab.prepare(spec, slow);
  const events: TraceEvent[] = [];
  const summary = await lab.start('run', newId('run'), spec, { signal, onEvents: (batch) => events.push(...batch) });
  for (const { id } of await lab.list()) await lab.remove('experiment', id);
  expect(summary.outcome).toBe('done');
  return events.filter((event) => event.type === 'tool-result');
}

test('a run in the lab’s worker searches by the lexical embedding', async () => {
  const [search] = await searchesOf({ name: 'built-in/lexical', options: {} });
  expect(search).toMatchObject({ failed: false, detail: { source: 'meaning', embedding: 'built-in/lexical' } });
}, 180_000);

const ROBOTS = /Star Wars|Star Trek|WALL-E|Wall-E|Transformers|I, Robot|Serenity/;

describe.skipIf(!served)(`${NAME} in Chromium${reason}`, () => {
  test('gives the golden vectors, and finds space operas among the films', async () => {
    const access = createNetworkAccess(location.origin);
    const place = await browserPlace({ model: NAME, revision: null, base: `${location.origin}/`, access, from: null });
    const load = { model: NAME, options: {}, place, onProgress: () => undefined, signal };
    const engine = await loadTransformersEmbedding(load, browserTransformersHost);
    if (engine.kind !== 'embedding') throw new Error('no embedding');
    const { model } = engine;
    const golden = goldenVectorsOf(model.id);
    if (golden !== null) expect(await goldenCosine(model, golden, signal)).toBeGreaterThan(0.9998);
    const fetchPackaged = async (file: string) =>
      new Uint8Array(await (await fetch(`/datasets/synthetic-films/${file}`)).arrayBuffer());
    const dataset = await loadPackagedDataset(fetchPackaged, signal);
    const some = { ...dataset, items: dataset.items.filter(({ title }, at) => at % 10 === 0 || ROBOTS.test(title)) };
    const source = createRetrievalSource({ dataset: some, openEmbedding: () => Promise.resolve(model) });
    const retrieval = await source({ name: `transformers/${NAME}`, options: {} }, signal);
    const found = await retrieval.search('space opera with robots', { limit: 10, signal });
    const titles = found.map(({ item }) => item.title);
    expect(titles.filter((title) => ROBOTS.test(title))).not.toEqual([]);
    await engine.unload();
  }, 180_000);
});
