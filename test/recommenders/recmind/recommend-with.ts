/** @file RecMind on a task of the made-up dataset, with real tools and SQLite, as the tests of what it asks run it. */
import { beforeAll } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import type { Task } from '../../../src/core/task.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { chainOfThought } from '../../../src/planners/chain-of-thought.ts';
import { recMind, type RecMindOptions } from '../../../src/recommenders/recmind/recmind.ts';
import { databaseTool } from '../../../src/tools/database-tool.ts';
import { catalogueSearch, searchTool } from '../../../src/tools/search-tool.ts';
import { summarizeTool } from '../../../src/tools/summarize-tool.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { contextOf } from '../../lab/run/task-context.ts';
import { RATING } from './tasks.ts';

/** To be called once in a file of tests. @returns what runs RecMind with a model */
export function withMadeUpDataset() {
  let database: Database;
  beforeAll(async () => {
    database = await buildDatabase(await testEngine(), madeUpDataset(), { heldOut: new Set() });
  });
  return async (model: LanguageModel, options: Partial<RecMindOptions> = {}, task: Task = RATING) => {
    const run = contextOf(model);
    const catalogue = catalogueSearch(database);
    const tools = [databaseTool(database), searchTool(catalogue), summarizeTool(database, 'extractive')];
    const asked = { actions: 'offered', decide: 'generate', answerFrom: 'kept' } as const;
    const usual = { planner: chainOfThought({ steps: 5 }), tools, voters: 3, temperature: 0.7, budget: null, steps: 5 };
    const answers = await recMind({ ...asked, ...usual, ...options }).recommend(task, run.context);
    return { ...run, answers, tree: traceTree(run.events) };
  };
}
