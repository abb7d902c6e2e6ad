/** @file The tools over a real database, with a scripted model. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database.ts';
import type { Json } from '../../src/core/json.ts';
import type { Tool } from '../../src/core/recommender.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import { databaseTool } from '../../src/tools/database-tool.ts';
import { catalogueSearch, searchTool } from '../../src/tools/search-tool.ts';
import { summarizeTool } from '../../src/tools/summarize-tool.ts';
import { extractiveSummary } from '../../src/tools/text-rank.ts';
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
        value: 'Night Ferry',
        support: 1,
        columns: ['title'],
        rows: [['Night Ferry']],
      },
      detail: { sql: TITLE, truncated: false, failed: [] },
      failed: false,
    });
    expect(model.requests[0]?.messages[0]?.content).toContain(database.schema);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('["Night Ferry"]');
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

  test('a statement may name the candidates of its task, and nothing is said of them where it has none', async () => {
    const sql = 'SELECT c.item_id, i.title FROM candidates c JOIN items i USING (item_id) ORDER BY 1';
    const model = scriptedModel({ sql: JSON.stringify({ sql }), sentence: 'They are two.' });
    const { context } = contextOf(model);
    const tool = databaseTool(database);
    const result = await tool.execute({ question: 'What are the candidates?' }, { ...context, candidates: [7, 4] });
    expect(result).toMatchObject({
      failed: false,
      detail: { sql },
      found: {
        rows: [
          [4, 'Night Ferry'],
          [7, expect.any(String)],
        ],
      },
    });
    expect(model.requests[0]?.messages[0]?.content).toContain('candidates(item_id): the 2 items');
    expect((model.requests[0]?.purpose as { schema: string }).schema).toContain('candidates(item_id)');
    const without = await ask({ sql: JSON.stringify({ sql: TITLE }) });
    expect(without.model.requests[0]?.messages[0]?.content).not.toContain('candidates');
  });

  test.each([
    ['bare', TITLE],
    ['fenced', `Here it is:\n\`\`\`sql\n${TITLE}\n\`\`\``],
  ])('SQL that comes %s is read, with a note', async (_, sql) => {
    const { result, of } = await ask({ sql });
    expect(result.detail).toMatchObject({ sql: TITLE });
    expect(of('reply-check')[0]).toMatchObject({ status: 'mended', problem: 'SQL without the JSON around it' });
  });

  describe('asked for rows as they are', () => {
    const asRows = (sql: string) =>
      use(
        databaseTool(database, 'rows'),
        { question: 'Which items?' },
        { sql: JSON.stringify({ sql }), sentence: 'They are many.' },
      );

    test('gives few to the planner without a sentence', async () => {
      const { result, model } = await asRows('SELECT item_id, title FROM items WHERE item_id IN (4, 5) ORDER BY 1');
      expect(result.observation.split('\n').slice(0, 2)).toEqual(['["item_id","title"]', '[4,"Night Ferry"]']);
      expect(result.observation.split('\n')).toHaveLength(3);
      expect(model.requests.map(({ purpose }) => purpose.type)).toEqual(['sql']);
    });

    test('has more than forty told by the model', async () => {
      const few = 'SELECT item_id FROM items UNION ALL SELECT item_id FROM items LIMIT 40';
      expect((await asRows(few)).result.observation.split('\n')).toHaveLength(41);
      expect((await asRows(few.replace('40', '41'))).result.observation).toBe('They are many.');
    });
  });

  test('tells a planner which attributes there are, and the commonest values', () => {
    expect(databaseTool(database).description).toMatch(/of items: (?:.*, )?genre \("\w+", "\w+"/);
  });

  test.each([' ', 'Night Ferry, which 7 people saw.'])('rows stand where %j is no true sentence', async (sentence) => {
    const { result } = await ask({ sql: JSON.stringify({ sql: TITLE }), sentence });
    expect(result).toMatchObject({ observation: '["title"]\n["Night Ferry"]', failed: false });
  });
});

describe('search', () => {
  test('finds an item with its facts', async () => {
    const { result } = await use(searchTool(catalogueSearch(database)), { query: 'night ferry' });
    expect(result.observation).toMatch(/^Found in the catalogue: 4: Night Ferry \(1983\), /);
    expect(result.detail).toMatchObject({ source: 'catalogue' });
  });
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
