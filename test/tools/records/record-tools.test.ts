/** @file The analyst's look-ups over the made-up dataset: what is on record, and what is never told. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import type { Json } from '../../../src/core/json.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { chronologies, leaveLastOut } from '../../../src/data/split/splits.ts';
import { itemAttributes, personProfile } from '../../../src/tools/records/attributes.ts';
import { recordTools, searchTools } from '../../../src/tools/records/record-tools.ts';
import { catalogueSearch, type SearchProvider } from '../../../src/tools/search-tool.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';

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

test('a person and an item are told in the words of MACRec’s code: male, Childrens', async () => {
  const users = [{ id: 1, name: 'person 1', attributes: { age: ['25'], gender: ['M'], job: ['technician'] } }];
  const items = [{ id: 1, title: 'Toy Story', year: 1995, attributes: { genre: ["Children's", 'Comedy'] } }];
  const one = {
    ...dataset,
    users: [...users, ...dataset.users.slice(1)],
    items: [...items, ...dataset.items.slice(1)],
  };
  const own = await buildDatabase(await testEngine(), one, { heldOut: new Set(), signal: context.signal });
  expect(personProfile(own, 1)).toBe('Age: 25\nGender: male\nOccupation: technician');
  expect(itemAttributes(own, 1)).toBe('Title: Toy Story (1995), Genres: Childrens|Comedy');
});

describe('a history', () => {
  test('of an item begins with the mean and spread of all its training ratings, whatever k is', async () => {
    const heldOut = new Set(leaveLastOut(dataset).heldOut);
    const ofItem = [...dataset.interactions.item.keys()].filter(
      (at) => dataset.interactions.item[at] === 4 && !heldOut.has(at),
    );
    const { observation } = await look('ItemHistory', { id: 4, k: 1 });
    expect(observation.split('\n')[1]).toBe(spreadOf(ofItem));
    expect(observation.split('\n')).toHaveLength(3);
  });

  test('ends before a moment, and counts and averages only what it may show; of that second only the person’s own', async () => {
    const { item, user, time, rating } = dataset.interactions;
    const heldOut = new Set(leaveLastOut(dataset).heldOut);
    const training = [...item.keys()].filter((at) => !heldOut.has(at));
    const counts = new Map<number, number>();
    for (const at of training) counts.set(item[at]!, (counts.get(item[at]!) ?? 0) + 1);
    const [known = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    const own = training.filter((at) => item[at] === known).toSorted((a, b) => time[a]! - time[b]!);
    const middle = own[Math.floor(own.length / 2)]!;
    const until = { user: user[middle]!, time: time[middle]! };
    const earlier = own.filter((at) => time[at]! < until.time || (time[at] === until.time && user[at] === until.user));
    expect(earlier.length).toBeGreaterThan(0);
    expect(earlier.length).toBeLessThan(own.length);
    const tool = recordTools(database, until).find(({ name }) => name === 'ItemHistory')!;
    const { observation } = await tool.execute({ id: known, k: 100 }, context);
    const [head, spread, ...rows] = observation.split('\n');
    expect(head).toContain(` of ${earlier.length} earlier ratings of item ${known}, the latest last:`);
    if (earlier.every((at) => !Number.isNaN(rating[at]))) expect(spread).toBe(spreadOf(earlier));
    const shown = rows.map((row) => Number(/^user (\d+)/.exec(row)?.[1]));
    expect(new Set(shown)).toEqual(new Set(earlier.map((at) => user[at])));
    const before = recordTools(database, { user: 0, time: -1 }).find(({ name }) => name === 'ItemHistory')!;
    expect((await before.execute({ id: known, k: 5 }, context)).observation).toBe(
      `Item ${known} has no earlier ratings on record.`,
    );
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

test('a look-up in whole documents reads each once and goes on where it was', async () => {
  const read: string[] = [];
  const provider: SearchProvider = {
    name: 'documents',
    about: 'it',
    holds: 'a few films',
    documents: 3,
    search: () => Promise.reject(new Error('not asked')),
    async document(title) {
      read.push(title);
      return {
        observation: 'Heat is a film.\nThe cast: Al Pacino.\nOf the Cast much was said.',
        detail: null,
        failed: false,
      };
    },
  };
  const lookUp = searchTools(provider).find(({ name }) => name === 'Lookup')!;
  const said: string[] = [];
  for (const term of ['cast', 'cast', 'cast', 'film', 'zebra'])
    said.push((await lookUp.execute({ title: 'Heat', term }, context)).observation);
  expect(said).toEqual([
    '(Result 1 / 2) The cast: Al Pacino.',
    '(Result 2 / 2) Of the Cast much was said.',
    'Nothing more about "cast" is said in Heat.',
    '(Result 1 / 1) Heat is a film.',
    'Nothing about "zebra" is said in Heat.',
  ]);
  expect(read).toEqual(['Heat']);
});
