/** @file Every prepared question over a real database, behind the guard; the numbers against a count by hand. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/database.ts';
import type { RatingTask, Task } from '../../src/core/task.ts';
import { buildDatabase } from '../../src/data/database/build-database.ts';
import { databaseTool } from '../../src/tools/database-tool.ts';
import { questionsOf } from '../../src/tools/prepared/questions-of.ts';
import { madeUpDataset, withHeadings } from '../data/dataset.ts';
import { testEngine } from '../data/engine.ts';
import { scriptedModel } from '../models/scripted-model.ts';
import { DIRECT, EXPLANATION, RATING, SEQUENTIAL, SUMMARIZATION } from '../recommenders/recmind/tasks.ts';
import { contextOf } from '../lab/run/task-context.ts';

const dataset = withHeadings(madeUpDataset());
const { user: users, item: items, rating: ratings } = dataset.interactions;
let database: Database;
beforeAll(async () => {
  database = await buildDatabase(await testEngine(), dataset, { heldOut: new Set() });
});

const NOBODY: RatingTask = { ...RATING, user: { id: 9999, name: 'nobody' } };
const NOTHING: RatingTask = { ...RATING, item: { id: 9999, title: 'Nothing' } };

async function answers(task: Task): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, tool, input } of databaseTool(database).offer?.(task) ?? []) {
    const model = scriptedModel({});
    const result = await tool.execute({ question: input }, contextOf(model).context);
    expect(model.requests).toEqual([]);
    expect(result).toMatchObject({ failed: false, detail: { prepared: true } });
    found.set(name, result.observation);
  }
  return found;
}

const mean = (values: readonly number[]): string => {
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Number.isInteger(average) ? String(average) : average.toFixed(2);
};

describe('prepared questions', () => {
  test.each([
    ['a rating', RATING],
    ['a ranking', DIRECT],
    ['the next item', SEQUENTIAL],
    ['the next item without candidates', { ...SEQUENTIAL, candidates: [] }],
    ['an explanation', EXPLANATION],
    ['a heading', SUMMARIZATION],
    ['a person without ratings', NOBODY],
    ['an item without ratings', NOTHING],
  ])('about %s are answered without a model, and no two have one name', async (_, task) => {
    const questions = questionsOf(task);
    expect((await answers(task)).size).toBe(questions.length);
    expect(questions.length).toBeGreaterThan(1);
  });

  test('their numbers are those of the data', async () => {
    const of = (isWanted: (at: number) => boolean): number[] =>
      [...ratings].filter((rating, at) => !Number.isNaN(rating) && isWanted(at));
    const byUser = of((at) => users[at] === RATING.user.id);
    const byItem = of((at) => items[at] === RATING.item.id);
    const found = await answers(RATING);
    expect(found.get('user-average')).toContain(`is ${mean(byUser)} (${byUser.length} ratings)`);
    expect(found.get('item-average')).toContain(`is ${mean(byItem)} (${byItem.length} ratings)`);
  });

  test('a person or an item without ratings has nothing, not a zero', async () => {
    expect((await answers(NOBODY)).get('user-average')).toMatch(/^Nothing is on record/);
    expect((await answers(NOTHING)).get('item-average')).toMatch(/^Nothing is on record/);
    expect((await answers(NOTHING)).get('user-decade-average')).toMatch(/^Nothing is on record/);
  });

  test('name candidates alone, by the ids that answers are given in', async () => {
    const allowed = DIRECT.candidates.map(({ id, title }) => `${id}: ${JSON.stringify(title)}`);
    const text = (await answers(DIRECT)).get('most-rated') ?? '';
    const named = text.match(/\d+: "[^"]*"/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(allowed).toEqual(expect.arrayContaining(named));
  });
});
