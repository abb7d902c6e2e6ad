/** @file What the prompts of the lab's own agents say, read by somebody who knows nothing but them. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { GenerateRequest } from '../../../src/core/language-model.ts';
import { dataPlaces } from '../../../src/recommenders/macrec/attempt-task.ts';
import { sampleOf } from '../../../src/tools/records/attributes.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { makeTasks } from '../../../src/data/split/tasks.ts';
import type { Database } from '../../../src/core/database.ts';
import { withHeadings } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { DRESSES, dressedModel } from '../../models/dresses.ts';
import { sensibleReply } from '../../models/sensible-replies.ts';
import { AGENT_TASKS, ask, dataset, openSystems, OPTIONS, split } from '../every-system.ts';

let database: Database;
beforeAll(async () => {
  await openSystems();
  database = await buildDatabase(await testEngine(), dataset, { heldOut: split.heldOut });
});

const capable = () => dressedModel(sensibleReply, DRESSES['as asked']!);
const wordsOf = ({ messages }: GenerateRequest): string => messages.map(({ content }) => content).join('\n');

describe('a reviewer', () => {
  const reviewed = async (system: string, form: 'text' | 'json') => {
    const model = capable();
    await ask(model, system, form, AGENT_TASKS[0]!);
    return wordsOf(model.requests.find(({ purpose }) => purpose.type === 'reflect')!);
  };

  test.each(['text', 'json'] as const)('is not asked about look-ups where there are none, %s', async (form) => {
    const told = await reviewed('reflexion', form);
    expect(told).toContain('It could look nothing up');
    expect(told).not.toMatch(/right ids|analyse item|besides Finish/);
  });

  test('is asked about them where there are', async () => {
    const told = await reviewed('analyst-reflector', 'json');
    expect(told).toContain('were the right ids looked at');
    expect(told).toContain('What it could do besides Finish: Analyse.');
    expect(told).toContain('User 3 gave 12 items 3.4 on average');
  });
});

describe('the task', () => {
  test('tells the headings of earlier reviews, where there are some, and never that of what is asked', async () => {
    const headed = withHeadings(dataset);
    const heldOut = { heldOut: split.heldOut };
    const withTheirs = await buildDatabase(await testEngine(), headed, heldOut);
    const [made] = makeTasks(headed, split, { ...OPTIONS, type: 'review-summarization', candidates: 0 });
    const { task, truth } = made!;
    const { history } = dataPlaces(sampleOf(withTheirs, task, 20));
    expect(history).toMatch(/^Title: .*, UserComments: Heading \d+ of \d+ \(rating: [\d.]+\)$/m);
    expect(history).not.toContain((truth as { readonly text: string }).text);
    expect(dataPlaces(sampleOf(database, task, 20))['history']).toBe(
      history?.replaceAll(/, UserComments: .*(?= \(rating)/g, ''),
    );
  });
});
