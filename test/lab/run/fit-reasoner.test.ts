import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { chronologies, leaveLastOut } from '../../../src/data/split/splits.ts';
import { fitRankingCalibration, fitRatingCalibration } from '../../../src/lab/run/fit-reasoner.ts';
import { run } from './run-written.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();
let engine: SqlEngine;
beforeAll(async () => {
  engine = await testEngine();
});

/** The same dataset, but every held-out interaction has another rating and another review. */
function withOtherTruths(dataset: Dataset): Dataset {
  const rating = Float64Array.from(dataset.interactions.rating);
  const review = [...(dataset.interactions.review ?? [])];
  for (const at of leaveLastOut(dataset).targets) {
    rating[at] = rating[at] === 5 ? 0.5 : 5;
    review[at] = 'CANARY';
  }
  return { ...dataset, interactions: { ...dataset.interactions, rating, review } };
}

async function eventsOf(dataset: Dataset, tasks: string, planner: string): Promise<TraceEvent[]> {
  const session = openSession(engine, dataset);
  const events: TraceEvent[] = [];
  const spec = {
    dataset: { name: 'made-up' },
    tasks: { name: tasks, options: { count: 12, shots: 2, candidates: 10 } },
    recommender: { name: 'recmind', options: { planner, answerFrom: 'both' } },
    seed: 4,
  };
  await run(spec, { ...session, signal, now: () => 0, write: (event) => events.push(event) });
  session.close();
  return events;
}

const afterwards = new Set(['truth', 'metric', 'run-end']);

describe('a run with the reasoner', () => {
  test.each([
    ['rating-prediction', 'self-inspiring'],
    ['rating-prediction', 'tree-of-thoughts-bfs'],
    ['direct-recommendation', 'tree-of-thoughts-dfs'],
    ['sequential-recommendation', 'self-inspiring-filtered'],
  ])('of %s with %s is the same whatever the held-out ratings are', async (tasks, planner) => {
    const dataset = madeUpDataset({ users: 24, items: 40 });
    const events = await eventsOf(dataset, tasks, planner);
    const others = await eventsOf(withOtherTruths(dataset), tasks, planner);
    const seen = (all: readonly TraceEvent[]) =>
      all.filter(({ type }) => !afterwards.has(type)).map((event) => ({ ...event, seq: 0 }));
    expect(seen(others)).toEqual(seen(events));
    expect(JSON.stringify(seen(others))).not.toContain('CANARY');
    expect(events.filter(({ type }) => type === 'answer')).toHaveLength(24);
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  test('has no reply that a parser refused and no statement that the guard refused', async () => {
    const dataset = madeUpDataset({ users: 24, items: 40 });
    for (const tasks of ['rating-prediction', 'direct-recommendation']) {
      const events = await eventsOf(dataset, tasks, 'tree-of-thoughts-bfs');
      const checks = events.filter((event) => event.type === 'reply-check');
      expect(checks.length).toBeGreaterThan(100);
      expect(checks.filter(({ status }) => status !== 'validated')).toEqual([]);
      const results = events.filter((event) => event.type === 'tool-result');
      expect(results.filter(({ failed }) => failed)).toEqual([]);
    }
  });
});

describe('fitting', () => {
  test('gives the same numbers each time, and finite ones', async () => {
    const dataset = madeUpDataset({ users: 24, items: 40 });
    const host = { engine, dataset };
    const [first, again] = [await fitRatingCalibration(host, { signal }), await fitRatingCalibration(host, { signal })];
    expect(again).toEqual(first);
    const ranking = await fitRankingCalibration(host, { signal });
    const numbers = [...first.covariance, ...first.matrix.values, ...ranking.difference, ...ranking.matrix.values];
    expect(numbers.every(Number.isFinite)).toBe(true);
    expect(first.evidence.length).toBeGreaterThan(5);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
  });

  test('draws slips from people and items of training, never the held-out pair', async () => {
    const dataset = madeUpDataset({ users: 24, items: 40 });
    const { slips, rows } = await fitRatingCalibration({ engine, dataset }, { signal });
    expect(rows).toBe(
      [...chronologies(dataset).values()].reduce((sum, { length }) => sum + Math.min(3, Math.max(0, length - 2)), 0),
    );
    expect(slips.users.length).toBeGreaterThan(18);
    const titles = new Set(dataset.items.map(({ title }) => title));
    expect(slips.items.every(({ title }) => titles.has(title.replace(/ \(\d+\)$/, '')))).toBe(true);
  });
});
