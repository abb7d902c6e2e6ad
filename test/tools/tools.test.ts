/** @file The tools over a real database, with a scripted model. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database.ts';
import type { Json } from '../../src/core/json.ts';
import type { Tool } from '../../src/core/recommender.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import { databaseTool } from '../../src/tools/database-tool.ts';
import { catalogueSearch, searchTool } from '../../src/tools/search-tool.ts';
import { summarizeTool, extractiveSummary } from '../../src/tools/summarize-tool.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { scriptedModel, type Replies } from '../models/scripted-model.ts';
import { contextOf } from '../lab/run/task-context.ts';

let database: Database;
beforeAll(async () => {
  database = await buildDatabase(await testEngine(), madeUpDataset(), { heldOut: new Set() });
});

async function use(tool: Tool, args: Json, replies: Replies = {}) {
  const model = scriptedModel(replies);
  const run = contextOf(model);
  return { ...run, model, result: await tool.execute(args, run.context) };
}

const TITLE = 'SELECT title FROM items WHERE item_id = 4';
const ask = (replies: Replies) =>
  use(
    databaseTool(database),
    { question: 'What is item 4?' },
    { sentence: '**Answer:** It is Night Ferry.', ...replies },
  );

describe('database', () => {
  test('a question becomes SQL, rows and a sentence', async () => {
    const { result, model } = await ask({ sql: JSON.stringify({ sql: TITLE }) });
    expect(result).toEqual({
      observation: 'It is Night Ferry.',
      found: {
        query: null,
        about: { users: [], items: [4], title: 'Night Ferry (1983)' },
        value: 'Night Ferry (1983)',
        support: 1,
        columns: ['title'],
        rows: [['Night Ferry (1983)']],
      },
      detail: { sql: TITLE, truncated: false, failed: [] },
      failed: false,
    });
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('["Night Ferry (1983)"]');
  });

  test.each([
    ['one that SQLite refuses', 'SELECT nothing FROM items'],
    ['one that the guard refuses', 'DELETE FROM items'],
  ])('%s is repaired once', async (_, broken) => {
    const { result, model } = await ask({ sql: [JSON.stringify({ sql: broken }), JSON.stringify({ sql: TITLE })] });
    expect(result).toMatchObject({
      observation: 'It is Night Ferry.',
      failed: false,
      detail: { failed: [{ sql: broken }] },
    });
    const repair = model.requests[1];
    expect(repair?.purpose).toMatchObject({ type: 'sql', failed: { sql: broken } });
    expect(repair?.messages.at(-1)?.content).toContain(broken);
  });

  test.each([
    ['SELECT like_user_id FROM similar_items', 'There are similar_items(item_id, like_item_id'],
    ['SELECT item_id FROM films', 'There are people(user_id'],
    ["SELECT item_id FROM items WHERE title = 'Night Ferry'", '4 "Night Ferry (1983)"'],
    ["SELECT item_id FROM item_attributes WHERE value = 'comedy'", 'genre "Comedy"'],
  ])('a repair of %s is told what there is, and one that comes back the same ends it', async (sql, told) => {
    const { result, model } = await ask({ sql: JSON.stringify({ sql }) });
    expect(model.requests.map(({ purpose }) => purpose.type)).toEqual(['sql', 'sql']);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain(told);
    expect(result.observation).toContain(told);
  });

  test.each([
    ['SELECT AVG(rating) FROM ratings WHERE user_id = 3 AND item_id = 999', 'user 3 has', 'there is no item 999'],
    ['SELECT * FROM items WHERE item_id < 0', 'Nothing was found.', ''],
  ])('%s is told without a sentence by the model', async (sql, ...told) => {
    const { result, model } = await ask({ sql: JSON.stringify({ sql }) });
    expect(model.requests).toHaveLength(1);
    for (const one of told)
      expect(result).toMatchObject({ failed: false, observation: expect.stringContaining(one) as string });
  });

  test('a question without words is asked of nobody', async () => {
    const { result, model } = await use(databaseTool(database), { question: '28' });
    expect([result.failed, model.requests]).toEqual([true, []]);
  });

  test('rows as they are need no sentence', async () => {
    const sql = 'SELECT item_id, title FROM items WHERE item_id IN (4, 7) ORDER BY 1';
    const tool = databaseTool(database, 'rows');
    const { result, model } = await use(tool, { question: 'Which items?' }, { sql: JSON.stringify({ sql }) });
    expect(result.observation).toBe('["item_id","title"]\n[4,"Night Ferry (1983)"]\n[7,"Paper Moon Motel"]');
    expect(model.requests.map(({ purpose }) => purpose.type)).toEqual(['sql']);
  });

  test('tells a planner which attributes there are', () => {
    expect(databaseTool(database).description).toContain(
      'of users: age, hobby, genres_liked; of items: genre, director',
    );
  });

  test.each([' ', 'Night Ferry, which 7 people saw.'])('rows stand where %j is no true sentence', async (sentence) => {
    const { result } = await ask({ sql: JSON.stringify({ sql: TITLE }), sentence });
    expect(result).toMatchObject({ observation: '["title"]\n["Night Ferry (1983)"]', failed: false });
  });
});

describe('search', () => {
  test('finds an item with its facts', async () => {
    const { result } = await use(searchTool(catalogueSearch(database)), { query: 'night ferry' });
    expect(result.observation).toMatch(/^Found in the catalogue: 4: Night Ferry \(1983\), /);
  });
});

test('every tool understands "the candidates"', async () => {
  const { context } = contextOf(scriptedModel({}));
  const among = { ...context, candidates: [7, 4] };
  const listed = await searchTool(catalogueSearch(database)).execute({ query: 'the candidates' }, among);
  expect(listed.observation).toMatch(/7: Title: Paper Moon Motel.*4: Title: Night Ferry \(1983\)/);
  const named = await summarizeTool(database, 'model').execute({ item: 'the candidates' }, among);
  expect(named.observation).toContain('7, 4');
});

describe('summarize', () => {
  test('extracts from the reviews of an item', async () => {
    const { result, model } = await use(summarizeTool(database, 'extractive'), { item: 'item 4' });
    expect(result.observation).toMatch(/^Reviews of Night Ferry: .*worth it\./);
    expect(model.requests).toEqual([]);
  });

  test.each(['Night Ferry (1983)', 'night ferry', '4: Night Ferry (1983)', 'id 4', '**Night Ferry (1983)**'])(
    'knows the item that %j names',
    async (item) => {
      const { result } = await use(summarizeTool(database, 'extractive'), { item });
      expect(result).toMatchObject({ failed: false, found: { about: { items: [4] } } });
    },
  );
});

describe('arguments', () => {
  const tools = (): Tool[] => [
    databaseTool(database),
    searchTool(catalogueSearch(database)),
    summarizeTool(database, 'extractive'),
  ];

  test.each<readonly [string, Json]>([
    ['nothing', null],
    ['no text', {}],
    ['an empty text', { question: ' ', query: ' ', item: ' ' }],
    ['a text without end', 'x'.repeat(5000)],
    ['a list', [1]],
  ])('%s is an observation for every tool', async (_, args) => {
    for (const tool of tools()) {
      const { result } = await use(tool, args);
      expect(result.failed && result.observation).toContain('1 to 1000 characters');
    }
  });
});

describe('TextRank', () => {
  test('a summary keeps the order of the text and says nothing twice', () => {
    const summary = extractiveSummary(['One good film here. Another good film there.', 'One good film here.'], 2);
    expect(summary).toBe('One good film here. Another good film there.');
    expect(extractiveSummary([], 2)).toBe('');
  });
});
