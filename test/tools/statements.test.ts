/** @file SQL as models write it runs, and is told of what there is. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import { itemsIn, schemaForModels, withViews } from '../../src/tools/statements.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';

let database: Database;
beforeAll(async () => {
  database = await buildDatabase(await testEngine(), madeUpDataset(), { heldOut: new Set() });
});

test.each([
  ["SELECT item_id FROM items WHERE title = 'Night Ferry (1983)'", 4],
  ["SELECT title FROM items i WHERE i.title LIKE 'paper moon%'", 'Paper Moon Motel'],
  ["SELECT i.title || ' (' || i.year || ')' FROM items i WHERE item_id = 4", 'Night Ferry (1983)'],
  ['SELECT p.name FROM people p JOIN ratings r USING (user_id) WHERE p.user_id = 3 LIMIT 1', 'person 3'],
  ['with a as (select 1) SELECT COUNT(*) FROM a, "Candidates"', 2],
  ['WITH RECURSIVE n AS (SELECT 7) SELECT COUNT(*) FROM n JOIN candidates', 2],
])('%s', (sql, value) => {
  expect(database.query(withViews(sql, [3, 5])).rows).toEqual([[value]]);
});

describe('the schema', () => {
  test('names tables as models do, and the candidates before what is said of statements', () => {
    const lines = schemaForModels(database, [3, 5]).split('\n');
    expect(lines.map((line) => /^(\w+)\(/.exec(line)?.[1]).slice(1, 6)).toEqual([
      'people',
      'user_attributes',
      'items',
      'item_attributes',
      'ratings',
    ]);
    expect(lines.at(-2)).toMatch(/^candidates\(item_id\): the 2 items/);
  });

  test('has nothing that is empty', async () => {
    const whole = madeUpDataset();
    const users = whole.users.map((user) => ({ ...user, attributes: {} }));
    const dataset = { ...whole, users, interactions: { ...whole.interactions, review: [] } };
    const bare = await buildDatabase(await testEngine(), dataset, { heldOut: new Set() });
    expect(schemaForModels(bare, [])).not.toMatch(/user_attributes|review|empty/);
  });
});

test('items that a question names are known by their ids', () => {
  const question = 'How are Night Ferry (1983), "Salt & Iron" and night ferry, part ii (1984) rated?';
  expect(itemsIn(database, question).map(([id]) => id)).toEqual([5, 4, 8]);
  expect(itemsIn(database, 'Which items?')).toEqual([]);
});
