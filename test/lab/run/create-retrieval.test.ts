/** @file Search by meaning as a spec asks for it, from the spec to the trace. */
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { EmbeddingModel } from '../../../src/core/language-model.ts';
import type { FileStore } from '../../../src/core/file-store.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { createRetrievalSource, type RetrievalHost } from '../../../src/lab/run/create-retrieval.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import type { RunHost } from '../../../src/lab/run/run-host.ts';
import { run } from './run-written.ts';
import { openSession, type SessionOptions } from '../../../src/lab/run/session.ts';
import { lexicalEmbedding } from '../../../src/models/built-in-embeddings.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();
const LEXICAL = { name: 'built-in/lexical', options: {} };

const specOf = (options: object, more: readonly object[] = []) => ({
  dataset: { name: 'made-up' },
  tasks: { name: 'rating-prediction', options: { users: [1, 2, 3] } },
  recommender: {
    name: 'recmind',
    options: { planner: 'chain-of-thought', tools: [{ name: 'search', options }, ...more] },
  },
  seed: 3,
});

const searchOptions = (options: object) => {
  const { recommender } = parseRunSpec(specOf(options));
  const [tool] = recommender.name === 'recmind' ? recommender.options.tools : [];
  return tool?.options;
};

describe('a spec', () => {
  test('that searches by meaning has the lexical embedding where it names none', () => {
    expect(searchOptions({ provider: 'meaning' })).toEqual({
      provider: 'meaning',
      allowNetwork: false,
      baseUrl: null,
      embedding: LEXICAL,
    });
    const named = { name: 'transformers/all-MiniLM-L6-v2', options: { dtype: 'q8' } };
    expect(searchOptions({ provider: 'meaning', embedding: named })).toMatchObject({ embedding: named });
    const complete = parseRunSpec(specOf({ provider: 'meaning' }));
    expect(parseRunSpec(complete)).toEqual(complete);
  });
});

describe('a run', () => {
  async function eventsOf(
    spec: object,
    dataset: Dataset = madeUpDataset(),
    host: SessionOptions = {},
  ): Promise<readonly TraceEvent[]> {
    const events: TraceEvent[] = [];
    const session = openSession(await testEngine(), dataset, host);
    await run(spec, { ...session, now: () => 0, write: (event) => events.push(event), signal });
    session.close();
    return events;
  }
  const searches = (events: readonly TraceEvent[]) =>
    events.flatMap((event) => (event.type === 'tool-result' ? [event] : []));

  test('searches by meaning, the same each time', async () => {
    const spec = specOf({ provider: 'meaning' });
    const events = await eventsOf(spec);
    expect(searches(events).length).toBeGreaterThan(0);
    expect(searches(events)[0]).toMatchObject({
      failed: false,
      detail: { source: 'meaning', embedding: LEXICAL.name },
    });
    expect(await eventsOf(spec)).toEqual(events);
  });

  test('has no tool that cannot help: reviews that nobody wrote, Wikipedia without the network', async () => {
    const dataset = madeUpDataset();
    const bare = { ...dataset, interactions: { ...dataset.interactions, review: [] } };
    const spec = specOf({ provider: 'wikipedia' }, [{ name: 'summarize' }, { name: 'database' }]);
    const asked = JSON.stringify((await eventsOf(spec, bare)).find(({ type }) => type === 'model-call'));
    expect(asked.match(/- (?:database|search|summarize):/g)).toEqual(['- database:']);
  });

  test('reads nothing of what is held out: other ratings and reviews change no search', async () => {
    const dataset = madeUpDataset();
    const { interactions } = dataset;
    const other = {
      ...dataset,
      interactions: {
        ...interactions,
        rating: interactions.rating.map(() => 1),
        review: [...interactions.user].map(() => 'held out'),
      },
    };
    const source = (from: Dataset) =>
      createRetrievalSource({ dataset: from, openEmbedding: () => Promise.reject(new Error('asked')) });
    const query = { limit: 10, signal };
    const found = await (await source(dataset)(LEXICAL, signal)).search('a ferry at night', query);
    expect(found.length).toBeGreaterThan(0);
    expect(await (await source(other)(LEXICAL, signal)).search('a ferry at night', query)).toEqual(found);
  });
});

describe('a recording', () => {
  const embedding = { name: 'transformers/test', options: {} };
  const spec = specOf({ provider: 'meaning', embedding });
  const replies = (mode: string) => ({ mode, recording: 'by-meaning' });
  async function runOn(input: object, files: FileStore, openEmbedding: RetrievalHost['openEmbedding']) {
    const events: TraceEvent[] = [];
    const dataset = madeUpDataset();
    const session = openSession(await testEngine(), dataset);
    const source = createRetrievalSource({ dataset, openEmbedding });
    const createRetrieval: RunHost['createRetrieval'] = (asked, stop) => source(asked, stop);
    const host = { ...session, files, createRetrieval, now: () => 0, signal };
    const summary = await run(input, { ...host, write: (event) => events.push(event) });
    session.close();
    return { summary, events };
  }
  const none = () => Promise.reject(new Error('an embedding was asked for'));

  test('holds what was nearest in meaning, so that a replay loads no embedding', async () => {
    const files = new MemoryFileStore();
    const provenance = { engine: 'test 1', model: 'm', revision: 'r', dtype: null, device: null };
    const words = lexicalEmbedding();
    const { title, dimensions } = words;
    const model: EmbeddingModel = {
      ...{ id: 'transformers/test', title, dimensions, provenance },
      embed: (texts, options) => words.embed(texts, options),
    };
    const live = await runOn({ ...spec, replies: replies('record') }, files, () => Promise.resolve(model));
    expect(live.events.filter(({ type }) => type === 'tool-result').length).toBeGreaterThan(0);
    const replayed = await runOn({ ...spec, replies: replies('replay') }, files, none);
    expect(replayed.summary.outcome).toBe('done');
    expect(replayed.events.slice(1, -1)).toEqual(live.events.slice(1, -1));
  });
});

describe('item vectors', () => {
  const provenance = { engine: 'test 1', model: 'm', revision: 'r', dtype: null, device: null };

  /** The lexical embedding as if an engine had loaded it, with how many texts it was asked for. */
  function loaded(dimensions = 512): EmbeddingModel & { readonly asked: () => number } {
    const model = lexicalEmbedding();
    let asked = 0;
    return {
      id: 'test/words',
      title: 'Test',
      dimensions,
      provenance,
      asked: () => asked,
      async embed(texts, options) {
        asked += texts.length;
        return (await model.embed(texts, options)).map((vector) => vector.subarray(0, dimensions));
      },
    };
  }
  const hostOf = (model: EmbeddingModel, dataset: Dataset, more: Partial<RetrievalHost> = {}): RetrievalHost => ({
    dataset,
    openEmbedding: () => Promise.resolve(model),
    ...more,
  });
  const SPEC = { name: 'test/words', options: {} };

  test('are made once, kept in files, and their making is told', async () => {
    const dataset = madeUpDataset();
    const files = new MemoryFileStore();
    const model = loaded();
    const phases: string[] = [];
    const source = createRetrievalSource(hostOf(model, dataset, { files, onProgress: (phase) => phases.push(phase) }));
    await source(SPEC, signal);
    await source(SPEC, signal);
    expect(model.asked()).toBe(dataset.items.length);
    expect(phases).toEqual(['Embedding the items by Test']);
    const later = loaded();
    await createRetrievalSource(hostOf(later, dataset, { files }))(SPEC, signal);
    expect(later.asked()).toBe(0);
  });
});
