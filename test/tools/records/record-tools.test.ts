/** @file The analyst's look-ups over the made-up dataset: what is on record, and what is never told. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import type { Json } from '../../../src/core/json.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { chronologies, leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { recordTools } from '../../../src/tools/records/record-tools.ts';
import { searchTools } from '../../../src/tools/records/search-tools.ts';
import { catalogueSearch } from '../../../src/tools/search-tool.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { contextOf } from '../../runs/task-context.ts';

const dataset = madeUpDataset();
const { context } = contextOf(scriptedModel({}));
let database: Database;
beforeAll(async () => {
  const { heldOut } = leaveLastOut(dataset);
  database = await buildDatabase(await testEngine(), dataset, { heldOut, signal: context.signal });
});

const look = (name: string, args: Json) => {
  const tools = [...recordTools(database), ...searchTools(catalogueSearch(database))];
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.execute(args, context);
};

/** By hand, of ratings that there are. */
function spreadOf(positions: readonly number[]): string {
  const values = positions.map((at) => dataset.interactions.rating[at]!).filter((value) => !Number.isNaN(value));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return `Over all ${values.length}: mean ${mean.toFixed(2)}, standard deviation ${Math.sqrt(variance).toFixed(2)}.`;
}

describe('a history', () => {
  test('is the latest k in training, the latest first, and says how many there are', async () => {
    const { item, rating } = dataset.interactions;
    const training = (chronologies(dataset).get(1) ?? []).slice(0, -1);
    const { observation, failed } = await look('UserHistory', { id: 1, k: 3 });
    const [head, spread, ...rows] = observation.split('\n');
    expect(failed).toBe(false);
    expect(head).toBe(`The latest 3 of ${training.length} ratings by user 1, the latest first:`);
    expect(spread).toBe(spreadOf(training));
    expect(rows.map((row) => Number(row.split(':')[0]))).toEqual(
      training
        .slice(-3)
        .reverse()
        .map((at) => item[at]),
    );
    expect(rows.map((row) => Number(/\(rating: (.*)\)$/.exec(row)?.[1]))).toEqual(
      training
        .slice(-3)
        .reverse()
        .map((at) => rating[at]),
    );
  });

  test('of an item begins with the mean and spread of all its training ratings, whatever k is', async () => {
    const heldOut = new Set(leaveLastOut(dataset).heldOut);
    const ofItem = [...dataset.interactions.item.keys()].filter(
      (at) => dataset.interactions.item[at] === 4 && !heldOut.has(at),
    );
    const { observation } = await look('ItemHistory', { id: 4, k: 1 });
    expect(observation.split('\n')[1]).toBe(spreadOf(ofItem));
    expect(observation.split('\n')).toHaveLength(3);
  });

  test('never shows what is held out', async () => {
    const { item } = dataset.interactions;
    for (const [user, positions] of chronologies(dataset)) {
      if (positions.length < 2) continue;
      const held = item[positions.at(-1) ?? 0] as number;
      const { observation } = await look('UserHistory', { id: user, k: 100 });
      expect(observation).not.toMatch(new RegExp(`^${held}:`, 'm'));
      const { observation: raters } = await look('ItemHistory', { id: held, k: 100 });
      expect(raters).not.toMatch(new RegExp(`^user ${user} `, 'm'));
    }
  });
});

test.each([
  ['UserInfo', { id: 4040 }, 'There is no user 4040.'],
  ['ItemInfo', { id: 4040 }, 'There is no item 4040.'],
  ['UserHistory', { id: 1, k: 0 }, 'k must be 1 or more.'],
  ['UserHistory', { id: 1 }, 'UserHistory takes whole numbers: id, k.'],
  ['ItemHistory', { id: '1; DROP TABLE users', k: 1 }, 'ItemHistory takes whole numbers: id, k.'],
  ['Lookup', { title: 'Granite 2' }, 'Lookup takes a title and a term.'],
  ['Search', { query: ' ' }, 'Search takes a text of 1 to 1000 characters.'],
])('%s of %j is an observation', async (name, args, observation) => {
  expect(await look(name, args)).toMatchObject({ observation, failed: true });
});

test('a look-up gives the passages with the term', async () => {
  const found = await look('Search', { query: 'Granite' });
  expect(found.observation).toContain('Granite');
  const { observation } = await look('Lookup', { title: 'Granite 2', term: 'genres' });
  expect(observation).toContain('genres');
  expect((await look('Lookup', { title: 'Granite 2', term: 'zebra' })).observation).toContain('Nothing about "zebra"');
});
