/** @file The Rank tool: what it is asked, what it says, that the rules use it, and that it knows nothing that is held out. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import { jsonMembers, jsonText } from '../../../src/core/json.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { trainingPart } from '../../../src/data/tags.ts';
import { createBaselineSource } from '../../../src/lab/run/fit-baseline.ts';
import { rankerForFitting } from '../../../src/lab/run/fit-reasoner.ts';
import { completeBaseline } from '../../../src/lab/run/baseline-spec.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { rankTool } from '../../../src/tools/rank-tool.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { run } from './run-written.ts';
import { contextOf } from './task-context.ts';

const { signal } = new AbortController();
const dataset = madeUpDataset({ density: 0.6 });
const split = leaveLastOut(dataset);
const RANKERS = ['baseline/item-cosine', 'baseline/ease', 'baseline/sasrec'] as const;
const fittedBy = (name: (typeof RANKERS)[number]) =>
  completeBaseline({ name, options: name === 'baseline/sasrec' ? { epochs: 2 } : {} }, 'direct-recommendation');

let engine: SqlEngine;
let database: Database;
beforeAll(async () => {
  engine = await testEngine();
  database = await openSession(engine, dataset).database(split, signal);
});

const inOrder = { title: 'By number', rank: (_: number, among: readonly number[] | null) => among ?? [4, 2, 1] };
const ask = (query: string, candidates: readonly number[] = []) => {
  const { context } = contextOf(scriptedModel({}));
  return rankTool(inOrder, database).execute({ query }, { ...context, candidates });
};

describe('what it says', () => {
  test('the candidates in the order of the ranker, and how much is known of the person', async () => {
    const { observation, failed } = await ask('user 1', [2, 1]);
    expect(failed).toBe(false);
    expect(observation).toMatch(
      /^The candidates as By number ranks them for user 1 \(\d+ interactions in training\), best first: 2 "Granite 2 \(1981\)"; 1 "Granite: The Beginning \(1980\)"\.$/,
    );
  });
});

describe('what is held out', () => {
  test.each(RANKERS)('is unknown to %s: it ranks as if it were not there', async (name) => {
    const by = fittedBy(name);
    const whole = await createBaselineSource(dataset, split.heldOut).ranker(by, 1, { signal });
    const without = trainingPart(dataset, split.heldOut);
    const part = await createBaselineSource(without, new Int32Array()).ranker(by, 1, { signal });
    for (const { id } of dataset.users) expect(whole.rank(id, null)).toEqual(part.rank(id, null));
    const other = await createBaselineSource(dataset, new Int32Array()).ranker(by, 1, { signal });
    const orders = (ranker: typeof whole) => dataset.users.map(({ id }) => ranker.rank(id, null));
    expect(orders(other)).not.toEqual(orders(whole));
  });

  test('is unknown to what the rules learn to trust, and so is what they learn from', async () => {
    const by = fittedBy('baseline/ease');
    const { heldOut } = leaveLastOut(dataset, { validation: 3 });
    const without = trainingPart(dataset, heldOut);
    const ranker = await rankerForFitting(dataset, by, signal);
    const part = await createBaselineSource(without, new Int32Array()).ranker(by, 1, { signal });
    for (const { id } of dataset.users) expect(ranker.rank(id, null)).toEqual(part.rank(id, null));
  });
});

const SPEC = {
  dataset: { name: 'made-up' },
  tasks: { name: 'direct-recommendation', options: { candidates: 12, count: 8 } },
  recommender: {
    name: 'recmind',
    options: {
      planner: 'chain-of-thought',
      tools: [{ name: 'database' }, { name: 'rank', options: { by: fittedBy('baseline/ease') } }],
    },
  },
};

async function runOnce(): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const session = openSession(engine, dataset);
  await run(SPEC, { ...session, now: () => 0, write: (event) => events.push(event), signal });
  return events;
}

describe('the rules', () => {
  test('ask it for the person and read its places, the same every time', async () => {
    const events = await runOnce();
    const used = events.filter((event) => event.type === 'tool-call' && event.tool === 'rank');
    expect(used.length).toBeGreaterThan(0);
    for (const call of used)
      expect(call.type === 'tool-call' && jsonText(jsonMembers(call.arguments)['query'])).toMatch(/^user \d+$/);
    const reasons = events.flatMap((event) => (event.type === 'answer' ? event.reason : []));
    expect(reasons.some((reason) => reason.includes('fitted ranking'))).toBe(true);
    expect(await runOnce()).toEqual(events);
  });
});

describe('a spec', () => {
  test.each([
    ['for ratings', { ...SPEC, tasks: { name: 'rating-prediction' } }, 'of no use for rating-prediction'],
    [
      'of what does not rank',
      {
        ...SPEC,
        recommender: {
          name: 'recmind',
          options: { tools: [{ name: 'rank', options: { by: { name: 'baseline/global-mean' } } }] },
        },
      },
      'recommender.options.tools.0.options.by.name',
    ],
  ])('%s is refused', (_, spec, message) => {
    expect(() => parseRunSpec(spec)).toThrow(message);
  });
});
