/** @file SUBER's test of raters as runs: of the rules, and of a model whose replies are kept. */
import { describe, expect, test } from 'vitest';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import type { RunHost } from '../../../src/lab/run/run-host.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { run } from './run-written.ts';

const spec = (name: string, options: object, recommender: object = {}, more: object = {}) => ({
  dataset: { name: 'made-up' },
  tasks: { name, options },
  recommender: { name: 'rater', options: recommender },
  ...more,
});

async function rate(input: object, model: LanguageModel | null = null, host: Partial<RunHost> = {}) {
  const session = openSession(await testEngine(), madeUpDataset());
  return run(input, {
    ...session,
    ...(model !== null && { createModel: () => Promise.resolve(model) }),
    ...{ now: () => 0, write: () => undefined, signal: new AbortController().signal },
    ...host,
  });
}

describe('the rules', () => {
  test.each(['rater-genres', 'rater-habits', 'rater-collections'])('do of books what %s expects', async (name) => {
    const options = { prompt: { scale: '1-5' } };
    const { digest, ...summary } = await rate(spec(name, { of: 'books', count: 8, share: 0.3 }, options));
    expect(summary).toMatchObject({ outcome: 'done', tasks: 8, failures: {}, modelCalls: 0 });
    expect(summary.metrics['Accuracy']).toBeGreaterThanOrEqual(0.82);
    expect((await rate(spec(name, { of: 'books', count: 8, share: 0.3 }, options))).digest).toBe(digest);
  });

  test('spread the ratings of the dataset’s films', async () => {
    const { metrics, tasks } = await rate(spec('rater-similarity', { count: 40 }));
    expect(tasks).toBe(40);
    expect(metrics['similarity']).toBeGreaterThan(0.4);
  });
});

test('a model rates, and its recorded replies come out the same again', async () => {
  const files = new MemoryFileStore();
  const model = scriptedModel({ rate: (request) => (request.messages.at(-1)?.content.includes('film') ? '10' : '9') });
  const named = { name: 'endpoint/tiny', options: {} };
  const input = (mode: string) =>
    spec('rater-habits', { count: 2, share: 0.1 }, {}, { model: named, replies: { mode, recording: 'rated' } });
  const recorded = await rate(input('record'), model, { files });
  expect(recorded).toMatchObject({ outcome: 'done', modelCalls: model.requests.length });
  expect(model.requests.length).toBeGreaterThan(1);
  const replayed = await rate(input('replay'), scriptedModel({}), { files });
  expect(replayed.metrics).toEqual(recorded.metrics);
});

test.each([
  [spec('rating-prediction', {}), /a rater does rater-genres/],
  [{ ...spec('rater-genres', {}), recommender: { name: 'recmind' } }, /choose rater/],
  [spec('rater-genres', { of: 'books' }), /choose another scale/],
  [spec('rater-genres', { people: 'suber' }), /--suber/],
  [{ ...spec('rating-prediction', { share: 0.5 }), recommender: { name: 'recmind' } }, /share is for rater-genres/],
])('%o is refused', async (input, message) => {
  await expect(rate(input)).rejects.toThrow(message);
});
