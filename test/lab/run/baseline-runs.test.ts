/** @file Runs of baselines: fitted to training interactions alone, once, without a model. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { RunSummary } from '../../../src/core/run.ts';
import { TASK_TYPES } from '../../../src/core/task.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { BASELINES as SCORERS, TEXT_BASELINES } from '../../../src/recommenders/baselines/registry.ts';
import { baselinesFor } from '../../../src/lab/run/baseline-spec.ts';
import { run } from './run-written.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset as madeUp, withHeadings } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();

const madeUpDataset = () => withHeadings(madeUp({ density: 0.6 }));
const BASELINES = [...SCORERS, ...TEXT_BASELINES];
type TaskName = (typeof TASK_TYPES)[number];
const specOf = (name: string, task: TaskName, options: object = {}, seed = 7) => ({
  dataset: { name: 'made-up' },
  tasks: { name: task, options: { candidates: 12 } },
  recommender: { name, options },
  seed,
});

async function runIn(session: Session, spec: unknown): Promise<{ summary: RunSummary; events: TraceEvent[] }> {
  const events: TraceEvent[] = [];
  const summary = await run(spec, {
    ...session,
    createModel: () => Promise.reject(new Error('a baseline asked for a model')),
    database: () => Promise.reject(new Error('a baseline asked for the database')),
    now: () => 0,
    write: (event) => events.push(event),
    signal,
  });
  return { summary, events };
}

/** The same dataset with other ratings and texts where they are held out. */
function withOtherHeldOut(dataset: Dataset): Dataset {
  const { interactions } = dataset;
  const rating = interactions.rating.slice();
  const review = [...(interactions.review ?? [])];
  for (const position of leaveLastOut(dataset).heldOut) {
    rating[position] = rating[position] === 5 ? 0.5 : 5;
    review[position] &&= 'canary';
  }
  const summary = [...(interactions.summary ?? [])];
  for (const position of leaveLastOut(dataset).heldOut) {
    if (summary[position] !== 'Five Stars') summary[position] &&= 'canary';
  }
  return { ...dataset, interactions: { ...interactions, rating, review, summary } };
}

let engine: SqlEngine;
let session: Session;
beforeAll(async () => {
  engine = await testEngine();
  session = openSession(engine, madeUpDataset());
});

const EVERY = TASK_TYPES.flatMap((task) => baselinesFor(task).map((name) => [name, task] as const));

describe('a baseline', () => {
  test('can be named for every entry of the registry', () => {
    const named = new Set(EVERY.map(([name]) => name.replace('baseline/', '')));
    expect([...named].sort()).toEqual(BASELINES.map(({ name }) => name).sort());
  });

  test.each(BASELINES.map(({ name }) => [name] as const))('%s is in docs/run-spec.md', (name) => {
    const text = readFileSync(new URL('../../../docs/run-spec.md', import.meta.url), 'utf8');
    expect(text.slice(text.indexOf('## Baselines'))).toContain(`\`${name}\``);
  });

  test.each(EVERY)('%s answers %s without a call, and the same again', async (name, task) => {
    const few = name.endsWith('sasrec') || name.includes('bpr') ? { epochs: 2 } : {};
    const first = await runIn(session, specOf(name, task, few));
    const second = await runIn(openSession(engine, madeUpDataset()), specOf(name, task, few));
    expect(first.summary).toMatchObject({ outcome: 'done', failures: {}, modelCalls: 0, toolCalls: 0, tokens: 0 });
    expect(second.summary.digest).toBe(first.summary.digest);
    for (const value of Object.values(first.summary.metrics)) expect(value).not.toBeNull();
    expect(first.events[0]).toMatchObject({ type: 'run-start', model: 'none' });
  });

  test.each([
    ['baseline/user-item-bias', 'rating-prediction'],
    ['baseline/item-knn-ratings', 'rating-prediction'],
    ['baseline/popularity', 'direct-recommendation'],
    ['baseline/ease', 'sequential-recommendation'],
    ['baseline/first-review', 'explanation-generation'],
    ['baseline/text-rank', 'explanation-generation'],
    ['baseline/first-review', 'review-summarization'],
  ] as const)('%s answers the same whatever was held out', async (name, task) => {
    const answers = async (dataset: Dataset) => {
      const { events } = await runIn(openSession(engine, dataset), specOf(name, task));
      return events.filter(({ type }) => type === 'answer');
    };
    const changed = withOtherHeldOut(madeUpDataset());
    expect(await answers(changed)).toEqual(await answers(madeUpDataset()));
  });

  test('sees what is not held out', async () => {
    const dataset = madeUpDataset();
    const { rating } = dataset.interactions;
    const changed = { ...dataset, interactions: { ...dataset.interactions, rating: rating.map((one) => 5.5 - one) } };
    const spec = specOf('baseline/user-item-bias', 'rating-prediction');
    const answers = (events: readonly TraceEvent[]) => events.filter(({ type }) => type === 'answer');
    expect(answers((await runIn(openSession(engine, changed), spec)).events)).not.toEqual(
      answers((await runIn(session, spec)).events),
    );
  });
});

describe('the spec of a baseline', () => {
  test('is completed with its hyperparameters, and comes back as it is', () => {
    const spec = parseRunSpec(specOf('baseline/item-cosine', 'direct-recommendation'));
    expect(spec.recommender).toEqual({ name: 'baseline/item-cosine', options: { neighbours: 20 } });
    expect(parseRunSpec(spec)).toEqual(spec);
  });

  test.each([
    [
      'a rating of a ranking',
      specOf('baseline/popularity', 'rating-prediction'),
      'recommender.name: baseline/popularity ranks items and cannot answer rating-prediction; one of baseline/global-mean,',
    ],
    [
      'a value out of its range',
      specOf('baseline/item-cosine', 'direct-recommendation', { neighbours: -1 }),
      'recommender.options: neighbours of the baseline item-cosine must be a whole number from 0 to 1000.',
    ],
    [
      'a text',
      specOf('baseline/item-cosine', 'direct-recommendation', { neighbours: '20' }),
      'recommender.options.neighbours: must be a number, not "20".',
    ],
  ])('refuses %s', (_, spec, message) => {
    expect(() => parseRunSpec(spec)).toThrow(
      expect.objectContaining({ code: 'spec-invalid', message: expect.stringContaining(message) as string }) as Error,
    );
  });
});
