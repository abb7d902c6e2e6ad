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

test.each([
  ['reflexion', 'text', 'Not asked: nothing.'],
  ['reflexion', 'json', 'Not asked: nothing.'],
  ['analyst-reflector', 'json', 'Not asked: Analyse[item, 23].'],
] as const)('a reviewer is told what could have been looked up, %s in %s', async (system, form, told) => {
  const model = capable();
  await ask(model, system, form, AGENT_TASKS[0]!);
  expect(wordsOf(model.requests.find(({ purpose }) => purpose.type === 'reflect')!)).toContain(told);
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
