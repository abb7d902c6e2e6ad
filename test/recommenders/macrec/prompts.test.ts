/** @file What the prompts of the lab's own agents say, read by somebody who knows nothing but them. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { GenerateRequest } from '../../../src/core/language-model.ts';
import { answerRequest } from '../../../src/recommenders/macrec/answer-request.ts';
import { dataPlaces, questionOf } from '../../../src/recommenders/macrec/attempt-task.ts';
import { readSystem } from '../../../src/recommenders/macrec/read-system.ts';
import { catalogueSearch } from '../../../src/tools/search-tool.ts';
import { sampleOf } from '../../../src/tools/records/attributes.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { makeTasks } from '../../../src/data/split/tasks.ts';
import type { Database } from '../../../src/core/database.ts';
import { withHeadings } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { contextOf } from '../../lab/run/task-context.ts';
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

describe('one agent alone', () => {
  const answered = async (agent: string, message: object, system = 'analyst-reflector') => {
    const model = capable();
    const { context } = contextOf(model);
    const parts = {
      system: readSystem({ system, files: {}, task: 'rp', dataset: 'x', without: [], form: 'json', tokenLimit: null }),
      database,
      search: catalogueSearch(database),
      patience: 60,
      history: 5,
    };
    const task = agent === 'Reflector' ? AGENT_TASKS[0]!.task : null;
    await answerRequest(parts, { type: 'single-agent', agent, message: message as never, task }, context);
    return wordsOf(model.requests[0]!);
  };

  test('an analyst is told that nothing more is asked', async () => {
    const told = await answered('Analyst', ['user', 1]);
    expect(told).toContain('Nothing more is asked: tell who or what it is');
    expect(told).not.toContain('rating prediction');
    expect(told).toContain('say of each mean how many ratings it is of');
  });

  test('a reviewer is told what could be done, and not that it could be asked itself', async () => {
    expect(await answered('Reflector', { steps: [] })).toContain('What it could do besides Finish: Analyse.');
  });
});

describe('the task', () => {
  const sampled = (candidates: number) => {
    const [made] = makeTasks(dataset, split, { ...OPTIONS, type: 'sequential-recommendation', candidates });
    return sampleOf(database, made!.task, 5);
  };

  test('wants no more ids than a ranking holds', () => {
    expect(dataPlaces(sampled(4))['ranked']).toBe('the ids of all candidates');
    expect(dataPlaces(sampled(20))['ranked']).toBe('the ids of the 10 likeliest of these 20 candidates');
  });

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

  test('tells the analyst which rating is to be explained', () => {
    const [made] = makeTasks(dataset, split, { ...OPTIONS, type: 'explanation-generation', candidates: 0 });
    const { task } = made!;
    expect(questionOf(sampleOf(database, task, 5))).toContain(
      `gave a rating of ${String('rating' in task && task.rating)}, from 0.5 (lowest) to 5 (highest), to item`,
    );
  });

  test('tells the searcher what the manager wants to know', async () => {
    const model = dressedModel(
      (request) =>
        request.purpose.type === 'manager-action' && request.purpose.states.length === 0
          ? { type: 'Search', content: 'a night ferry' }
          : sensibleReply(request),
      DRESSES['as asked']!,
    );
    await ask(model, 'collaboration', 'json', AGENT_TASKS[0]!);
    const told = wordsOf(model.requests.find(({ purpose }) => purpose.type === 'search')!);
    expect(told).toContain('The manager wants to know how user');
    expect(told).toContain('You are asked for: a night ferry');
  });

  test('is called by its kind with an article that fits', async () => {
    const model = capable();
    await ask(model, 'manager', 'json', AGENT_TASKS[0]!);
    expect(wordsOf(model.requests[0]!)).toContain('You manage a task of rating prediction.');
  });

  test('tells the analyst the scale', () => {
    expect(questionOf(sampleOf(database, AGENT_TASKS[0]!.task, 5))).toContain('from 0.5 (lowest) to 5 (highest)');
  });
});
