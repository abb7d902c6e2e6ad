/** @file Retrieval by meaning on a dataset, and tools that cannot help. */
import { expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { createRetrievalSource } from '../../../src/lab/run/create-retrieval.ts';
import { run } from './run-written.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();
const LEXICAL = { name: 'built-in/lexical', options: {} };

test('a run has no tool that cannot help: reviews that nobody wrote, Wikipedia without the network', async () => {
  const dataset = madeUpDataset();
  const bare = { ...dataset, interactions: { ...dataset.interactions, review: [] } };
  const tools = [{ name: 'search', options: { provider: 'wikipedia' } }, { name: 'summarize' }, { name: 'database' }];
  const spec = {
    dataset: { name: 'made-up' },
    tasks: { name: 'rating-prediction', options: { users: [1, 2, 3] } },
    recommender: { name: 'recmind', options: { planner: 'chain-of-thought', tools } },
    seed: 3,
  };
  const events: TraceEvent[] = [];
  const session = openSession(await testEngine(), bare);
  await run(spec, { ...session, now: () => 0, write: (event) => events.push(event), signal });
  session.close();
  const asked = JSON.stringify(events.find(({ type }) => type === 'model-call'));
  expect(asked.match(/- (?:database|search|summarize):/g)).toEqual(['- database:']);
});

test('nothing of what is held out is read: other ratings and reviews change no search', async () => {
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
  const found = async (from: Dataset) =>
    (await createRetrievalSource({ dataset: from })(LEXICAL, signal)).search('a ferry at night', { limit: 10, signal });
  expect((await found(dataset)).length).toBeGreaterThan(0);
  expect(await found(other)).toEqual(await found(dataset));
});

test('vectors of items are made once, and their making is told', async () => {
  const phases: string[] = [];
  const retrievalOf = createRetrievalSource({ dataset: madeUpDataset(), onProgress: (phase) => phases.push(phase) });
  expect(await retrievalOf(LEXICAL, signal)).toBe(await retrievalOf(LEXICAL, signal));
  expect(phases).toEqual(['Embedding the items by Lexical embedding (no language model)']);
});
