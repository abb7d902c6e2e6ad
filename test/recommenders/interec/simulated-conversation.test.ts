/** @file Conversations with simulated people: what gives a target away, what is said again, what counts as found, baselines, and demonstrations. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Demonstration } from '../../../src/core/dialogue.ts';
import type { LanguageModel } from '../../../src/core/language-model.ts';
import { createRandom } from '../../../src/core/random.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { makeTasks } from '../../../src/data/split/tasks.ts';
import { lexicalEmbedding } from '../../../src/models/built-in-embeddings.ts';
import { dynamicDemonstrations, fixedDemonstrations } from '../../../src/recommenders/interec/demonstrations.ts';
import { PlanExecution } from '../../../src/recommenders/interec/execute-plan.ts';
import { wholeBus, leaks } from '../../../src/recommenders/interec/meant-by.ts';
import { chatReasoner } from '../../../src/lab/chat/open-catalogue.ts';
import { demonstrationsOf } from '../../../src/lab/chat/made-demonstrations.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { fitRanker, RANKERS } from '../../../src/recommenders/interec/rankers.ts';
import { trainingMatrix } from '../../../src/recommenders/baselines/training-matrix.ts';
import { testEngine } from '../../data/engine.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { contextOf } from '../../lab/run/task-context.ts';
import { run } from '../../lab/run/run-written.ts';
import { converseWith, OPTIONS, SEEKING } from '../every-system.ts';
import { openMadeUp, type Opened } from './open-made-up.ts';

const { signal } = new AbortController();
const TITLE = SEEKING.item.title;
let opened: Opened;
beforeAll(async () => {
  opened = await openMadeUp();
});

describe('a message gives a title away', () => {
  test.each([
    ['Show me Paper Moon Motel, please', true],
    ['that one called paper-moon motl', true],
    ['a drama from the eighties', false],
    ['something with the moon in it', false],
  ])('"%s": %s', (message, expected) => {
    expect(leaks(message, TITLE)).toBe(expected);
  });
});

test('listed items are ranked whatever their titles say', async () => {
  const whole = opened.dataset;
  const renamed = new Map([
    [4, { title: 'The American President', year: 1995 }],
    [5, { title: 'Bad News Cars' }],
  ]);
  const items = whole.items.map((one) => ({ ...one, ...renamed.get(one.id) }));
  const own = await openMadeUp({ ...whole, items });
  const candidates = [3, 4, 5, 6].map((id) => own.catalogue.titles.reference(id));
  const { user, itemNoun } = SEEKING;
  const task = { type: 'direct-recommendation', user, itemNoun, candidates, examples: [] } as const;
  const rules = chatReasoner();
  const { answers } = await converseWith(own, task, { agent: rules, simulator: rules });
  expect(answers[0]?.recommendation).toMatchObject({ items: expect.arrayContaining([4]) as unknown });
});

describe('a simulated person', () => {
  const saying = (said: string | readonly string[]) => scriptedModel({ 'dialogue-seek': said });

  test('who names the target is asked again, and the message that named it is never said', async () => {
    const simulator = saying(['I want Paper Moon Motel', 'a drama that is horror too']);
    const { of } = await converseWith(opened, { ...SEEKING, turns: 1 }, { agent: chatReasoner(), simulator });
    const views = simulator.requests.flatMap(({ purpose }) => (purpose.type === 'dialogue-seek' ? [purpose.view] : []));
    expect(views.map((view) => view.leaks)).toEqual([0, 1]);
    const said = of('node-start').flatMap(({ detail }) =>
      detail !== null && 'agent' in detail ? [detail.message] : [],
    );
    expect(said).toEqual(['', 'a drama that is horror too']);
  });

  test('who cannot help naming it says a fixed sentence that tells nothing, and goes on', async () => {
    const simulator = saying('Paper Moon Motel!');
    const { of, answers } = await converseWith(opened, SEEKING, { agent: chatReasoner(), simulator }, 'random');
    const said = of('node-end').flatMap(({ result }) => (result !== null && 'reply' in result ? [result.reply] : []));
    expect([said[0], said[2]]).toEqual(['Recommend me some films, please.', 'None of these, show me others.']);
    expect(simulator.requests).toHaveLength(2 * 5);
    expect(answers).toHaveLength(1);
  });

  test('finds it in the turn in which it is named', async () => {
    const simulator = saying(['two comedies', 'twenty films that are dramas and horror']);
    const task = { ...SEEKING, turns: 5 };
    const { of } = await converseWith(opened, task, { agent: chatReasoner(), simulator });
    const last = of('answer').at(-1);
    expect(last).toMatchObject({ node: '0', recommendation: { turn: 2 } });
    expect(last?.recommendation).toMatchObject({ items: expect.arrayContaining([SEEKING.item.id]) as unknown });
    expect(of('tool-call').length).toBeGreaterThan(3);
  });

  test('liked what they look for, which the recommender has no interaction of theirs with', () => {
    const { dataset } = opened;
    const split = leaveLastOut(dataset);
    const hidden = new Set(split.heldOut);
    const tasks = makeTasks(dataset, split, { ...OPTIONS, type: 'simulated-conversation', candidates: 0 });
    expect(tasks.length).toBeGreaterThan(2);
    for (const { task } of tasks) {
      if (task.type !== 'simulated-conversation') throw new Error(task.type);
      const { user, item, rating } = dataset.interactions;
      const own = [...user.keys()].filter((at) => user[at] === task.user.id);
      const known = own.filter((at) => !hidden.has(at)).map((at) => item[at]);
      expect(known).not.toContain(task.item.id);
      for (const { id } of task.liked) expect(known).toContain(id);
      const given = rating[own.find((at) => item[at] === task.item.id) ?? -1] ?? 0;
      expect(given).toBeGreaterThanOrEqual(0.75 * dataset.manifest.scale.max);
    }
  });
});

describe('a run', () => {
  const spec = (options: object, tasks: object = { name: 'simulated-conversation', options: { count: 2 } }) => ({
    dataset: { name: 'made-up' },
    tasks,
    recommender: { name: 'interec', options },
  });
  const hold = async (input: object, model: LanguageModel = chatReasoner()) => {
    const session = openSession(await testEngine(), madeUpDataset());
    const host = {
      ...session,
      createModel: () => Promise.resolve(model),
      now: () => 0,
      write: () => undefined,
      signal,
    };
    return run(input, host);
  };

  test.each([
    {},
    { planning: 'step-by-step' },
    { bus: false },
    { profile: false },
    { demonstrations: 'zero' },
    { reflections: 0 },
    { speaker: 'random' },
    { speaker: 'popularity' },
  ])('holds conversations with %o, and comes out the same again', async (options) => {
    const { digest, ...summary } = await hold(spec(options));
    expect(summary).toMatchObject({ outcome: 'done', tasks: 2, failures: {} });
    expect(Object.keys(summary.metrics)).toEqual(['HR@5 at once', 'HR@1', 'HR@5', 'turns']);
    expect(summary.metrics['turns']).toBeGreaterThanOrEqual(1);
    expect((await hold(spec(options))).digest).toBe(digest);
  });

  test('has a plan that nobody can read count as a turn without a list', async () => {
    const summary = await hold(spec({}), scriptedModel({ 'dialogue-seek': 'a drama' }));
    expect(summary).toMatchObject({ outcome: 'done', failures: {}, metrics: { 'HR@5': 0, turns: 6 } });
  });

  test.each([
    [{ recommender: { name: 'recmind' } }, /recmind holds no conversations/],
    [spec({ speaker: 'plain' }), /plain needs a language model/],
    [spec({}, { name: 'rating-prediction' }), /tasks\.name/],
    [{ tasks: { name: 'rating-prediction', options: { turns: 3 } } }, /turns is for simulated-conversation/],
  ])('%o is refused', async (changed, message) => {
    await expect(hold({ ...spec({}), ...changed })).rejects.toThrow(message);
  });
});

describe('demonstrations', () => {
  const pair = (request: string): Demonstration => ({ request, plan: { intent: 'chit-chat', steps: [], reply: '' } });
  const all = ['comedies like Heat', 'when was Heat made', 'which one suits me', 'comedies after 1990'].map(pair);

  test('are the first ones where fixed, and the nearest, nearest last, where dynamic', async () => {
    const requests = (found: readonly Demonstration[]) => found.map(({ request }) => request);
    expect(requests(await fixedDemonstrations(all, 2).of('x', { signal }))).toEqual(requests(all.slice(0, 2)));
    const dynamic = dynamicDemonstrations(all, lexicalEmbedding(), 2);
    expect(requests(await dynamic.of('when was Alien made', { signal })).at(-1)).toBe('when was Heat made');
    expect(requests(await dynamic.of('when was Heat made', { signal }))).not.toContain('when was Heat made');
  });

  test('a language model is shown those of its own catalogue, which run to their end without a problem', async () => {
    const { catalogue } = opened;
    const { context } = contextOf(scriptedModel({}));
    const asked = demonstrationsOf('dynamic', context.model, catalogue);
    const shown = [];
    for (const text of ['When did Night Ferry come out?', 'a comedy like Granite 2', 'the newest films by somebody'])
      shown.push(...((await asked?.of(text, { signal })) ?? []));
    expect(shown).toHaveLength(9);
    for (const { request, plan } of shown) {
      expect(JSON.stringify([request, plan])).not.toMatch(/ITEM|TAG|PERSON/u);
      const execution = new PlanExecution({ catalogue, bus: wholeBus(catalogue, context), signal }, context);
      await execution.run(plan);
      expect(execution.canGoOn).toBe(true);
      expect(execution.outcomes.flatMap(({ problems }) => problems)).toEqual([]);
    }
  });
});

test('a plain model and Chat-Rec are asked with the conversation so far, the one with candidates and the other without', async () => {
  const agent = scriptedModel({
    'recommend-plainly': 'How about these?\n- Paper Moon Motel (1986)\n- A Film That Is Not (1999)',
  });
  const simulator = scriptedModel({ 'dialogue-seek': 'a drama' });
  for (const [speaker, hasCandidates] of [
    ['plain', false],
    ['chat-rec', true],
  ] as const) {
    const { answers } = await converseWith(opened, SEEKING, { agent, simulator }, speaker);
    expect(answers[0]?.recommendation).toEqual({ type: 'ranking', items: [SEEKING.item.id], turn: 1 });
    const { messages } = agent.requests.at(-1)!;
    expect(messages[0]!.content.includes('nothing but these')).toBe(hasCandidates);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  }
});

describe('rankers', () => {
  test.each(RANKERS)('%s scores for somebody of whom liked items alone are known', async (name) => {
    const { dataset, catalogue } = opened;
    const train = trainingMatrix(dataset, leaveLastOut(dataset).heldOut);
    const ranker = await fitRanker(name, train, { random: createRandom(1), signal });
    const items = catalogue.items.map(({ id }) => id);
    const [one, other] = [train.items[0]!, train.items[1]!];
    const scores = ranker.scores([one], items);
    expect(scores).toHaveLength(items.length);
    expect(scores.every(Number.isFinite)).toBe(true);
    expect([...ranker.scores([one], items)]).toEqual([...scores]);
    expect([...ranker.scores([other], items)]).not.toEqual([...scores]);
  });
});
