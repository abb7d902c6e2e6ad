/** @file The Ranker of a team: what it is asked, that the rules use it and are called back where they asked for the wrong person. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { ranker } from '../../../src/recommenders/macrec/macrec.ts';
import { rankTool } from '../../../src/tools/rank-tool.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { run } from './run-written.ts';
import { contextOf } from './task-context.ts';

const dataset = madeUpDataset({ density: 0.4 });
let engine: SqlEngine;
let database: Database;
beforeAll(async () => {
  engine = await testEngine();
  database = await openSession(engine, dataset).database(leaveLastOut(dataset), new AbortController().signal);
});

const specOf = (options: object, model: object = {}) => ({
  dataset: { name: 'made-up' },
  tasks: { name: 'direct-recommendation', options: { candidates: 12, count: 8 } },
  recommender: { name: 'macrec', options: { rank: { by: { name: 'baseline/ease' } }, ...options } },
  model: { name: 'built-in/reasoner', options: model },
});

async function eventsOf(spec: object): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const { signal } = new AbortController();
  await run(spec, { ...openSession(engine, dataset), now: () => 0, write: (event) => events.push(event), signal });
  return events;
}

const rankings = (events: readonly TraceEvent[]) =>
  events.filter((event) => event.type === 'tool-call' && event.tool === 'rank');

describe('the rules', () => {
  test('ask it once a task for the person, answer by its order, and do the same again', async () => {
    const spec = specOf({ system: 'manager' }, { slips: 0 });
    const events = await eventsOf(spec);
    expect(rankings(events)).toHaveLength(8);
    expect(await eventsOf(spec)).toEqual(events);
    const { rank: _, ...without } = specOf({ system: 'manager' }, { slips: 0 }).recommender.options;
    const alone = await eventsOf({ ...spec, recommender: { name: 'macrec', options: without } });
    const answers = (all: readonly TraceEvent[]) =>
      all.flatMap((one) => (one.type === 'answer' ? [one.recommendation] : []));
    expect(answers(events)).not.toEqual(answers(alone));
  });
});

test('a model is told of it among the actions', async () => {
  const { context } = contextOf(scriptedModel({}));
  const tool = rankTool({ title: 'By number', rank: (_, among) => among ?? [4, 2, 1] }, database);
  const agent = ranker(tool, [2, 1]);
  expect(agent.description).toContain('has By number, a recommender fitted to the training interactions');
  const { text } = await agent.invoke('user 1', context);
  expect(text).toMatch(/^The candidates as By number ranks them for user 1 .*: 2 "[^"]*"; 1 "[^"]*"\.$/);
});
