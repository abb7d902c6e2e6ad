/** @file What holds for every tool, whatever a model asks of it. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database.ts';
import { jsonMembers, type Json } from '../../src/core/json.ts';
import type { Tool } from '../../src/core/recommender.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import { databaseTool } from '../../src/tools/database-tool.ts';
import { dialogueSummaryTool, recordTools, searchTools } from '../../src/tools/records/record-tools.ts';
import { catalogueSearch, searchTool } from '../../src/tools/search-tool.ts';
import { summarizeTool } from '../../src/tools/summarize-tool.ts';
import { wikipediaSearch } from '../../src/tools/wikipedia-search.ts';
import { madeUpDataset } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { scriptedModel } from '../models/scripted-model.ts';
import { contextOf } from '../lab/run/task-context.ts';

let database: Database;
beforeAll(async () => {
  database = await buildDatabase(await testEngine(), madeUpDataset(), { heldOut: new Set() });
});

const REPLIES = {
  sql: JSON.stringify({ sql: 'SELECT title FROM items WHERE item_id = 4' }),
  sentence: 'It is Night Ferry.',
};

/** Every tool, made when it is needed: the database is opened first. */
const TOOLS: Readonly<Record<string, () => readonly Tool[]>> = {
  database: () => [databaseTool(database)],
  'search in the catalogue': () => [searchTool(catalogueSearch(database))],
  'search in Wikipedia, which nobody agreed to': () => [searchTool(wikipediaSearch({ enabled: false }))],
  'summarize by the model': () => [summarizeTool(database, 'model')],
  'summarize by sentences': () => [summarizeTool(database, 'extractive')],
  'the records of MACRec': () => recordTools(database),
  'the searches of MACRec': () => searchTools(catalogueSearch(database)),
  'the summary of a dialogue': () => [dialogueSummaryTool()],
};

const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<Json>,
  // Arguments of the right names, of any kind.
  fc.dictionary(
    fc.constantFrom('question', 'query', 'item', 'items', 'user', 'id', 'n', 'title', 'text', 'reviews'),
    fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
  ),
);

describe.each(Object.entries(TOOLS))('%s', (_, open) => {
  test('makes an observation of any arguments, and the same one of the same', async () => {
    for (const tool of open()) {
      const use = (args: Json) => tool.execute(args, contextOf(scriptedModel(REPLIES)).context);
      await fc.assert(
        fc.asyncProperty(anything, async (args) => {
          const result = await use(args);
          expect(result.observation.trim()).not.toBe('');
          expect(typeof result.failed).toBe('boolean');
          expect(await use(args)).toEqual(result);
        }),
        { numRuns: 30, seed: 18 },
      );
    }
  });

  test('takes what is no object for a failure that can be read', async () => {
    for (const tool of open())
      for (const args of [null, 'Night Ferry', 7, []] satisfies Json[]) {
        const { failed, observation } = await tool.execute(args, contextOf(scriptedModel(REPLIES)).context);
        expect([tool.name, args, failed]).toEqual([
          tool.name,
          args,
          jsonMembers(tool.parameters)['required'] !== undefined,
        ]);
        expect(observation).not.toMatch(/undefined|NaN|\[object/);
      }
  });
});
