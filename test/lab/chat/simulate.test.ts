/** @file Simulated people: what gives a target away, what is said again, what counts as a hit, and the demonstrations that agents are shown. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Demonstration } from '../../../src/core/dialogue.ts';
import { createRandom } from '../../../src/core/random.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { lexicalEmbedding } from '../../../src/models/built-in-embeddings.ts';
import { dynamicDemonstrations, fixedDemonstrations } from '../../../src/recommenders/interec/demonstrations.ts';
import { PlanExecution } from '../../../src/recommenders/interec/execute-plan.ts';
import { wholeBus, leaks } from '../../../src/recommenders/interec/same-title.ts';
import { ablationTable, runVariant, variantsOf, type PersonResult } from '../../../src/lab/chat/ablations.ts';
import { conversationOptions, chatReasoner } from '../../../src/lab/chat/open-catalogue.ts';
import { converse, rankListed, seekersOf, SEEKING, type Seeker } from '../../../src/lab/chat/simulate.ts';
import { demonstrationsOf } from '../../../src/lab/chat/made-demonstrations.ts';
import { agentSpeaker, type OpenSpeaker } from '../../../src/lab/chat/speakers.ts';
import { fitRanker, RANKERS } from '../../../src/recommenders/interec/rankers.ts';
import { trainingMatrix } from '../../../src/recommenders/baselines/training-matrix.ts';
import { NO_COSTS } from '../../../src/core/costs.ts';
import { scriptedModel, type Replies } from '../../models/scripted-model.ts';
import { openMadeUp, type Opened } from '../../recommenders/interec/open-made-up.ts';
import { contextOf } from '../run/task-context.ts';

const { signal } = new AbortController();
let opened: Opened;
beforeAll(async () => {
  opened = await openMadeUp();
});

const SEEKER: Seeker = {
  user: 1,
  target: { title: 'Paper Moon Motel (1986)', facts: { genre: 'Drama, Horror', year: '1986' } },
  liked: ['Night Ferry (1983)'],
  candidates: ['Salt & Iron (1987)', 'Paper Moon Motel (1986)', 'Granite 2 (1981)'],
};
const AGENT = agentSpeaker(conversationOptions({}));
const NONE = { of: () => Promise.resolve([]) };
const hostWith = (replies: Replies) => {
  const simulator = scriptedModel(replies);
  return { simulator, host: { ...opened, agent: chatReasoner(), simulator, seed: 1, signal } };
};

/** Somebody who names nothing. */
const randomless: OpenSpeaker = () => {
  const nothing = { reply: 'Well.', titles: [], unreadable: 0 };
  return { say: () => Promise.resolve(nothing), rank: () => Promise.resolve(nothing), costs: NO_COSTS };
};

describe('a message gives a title away', () => {
  test.each([
    ['Show me Paper Moon Motel, please', true],
    ['that one called paper-moon motl', true],
    ['a drama from the eighties', false],
    ['something with the moon in it', false],
  ])('"%s": %s', (message, expected) => {
    expect(leaks(message, SEEKER.target.title)).toBe(expected);
  });
});

test('listed items are ranked whatever their titles say', async () => {
  const title = 'The American President (1995)';
  const whole = opened.dataset;
  const items = whole.items.map((one) =>
    one.id === 4
      ? { ...one, title: 'The American President', year: 1995 }
      : one.id === 5
        ? { ...one, title: 'Bad News Cars' }
        : one,
  );
  const own = await openMadeUp({ ...whole, items });
  const candidates = [3, 4, 5, 6].map((id) => own.catalogue.titles.reference(id).title);
  const seeker = { ...SEEKER, candidates, target: { title, facts: {} } };
  const host = { ...own, agent: chatReasoner(), simulator: chatReasoner(), seed: 1, signal };
  expect((await rankListed(seeker, AGENT, host)).place).not.toBeNull();
});

describe('a simulated person', () => {
  test('who names the target is asked again, and the message that named it is never said', async () => {
    const { simulator, host } = hostWith({
      'dialogue-seek': ['I want Paper Moon Motel', 'a drama that is horror too'],
    });
    const { leaks: thrown, turn } = (await converse(SEEKER, AGENT, 1, host)).manyTurns;
    expect(thrown).toBe(1);
    expect(turn === null || turn === 1).toBe(true);
    const views = simulator.requests.flatMap(({ purpose }) => (purpose.type === 'dialogue-seek' ? [purpose.view] : []));
    expect(views.map((view) => view.leaks)).toEqual([0, 1]);
    expect(views.flatMap(({ turns }) => turns.map(({ said }) => said))).toEqual([]);
  });

  test('who cannot help naming it says a fixed sentence that tells nothing, and goes on: its leaks are its own', async () => {
    const { host, simulator } = hostWith({ 'dialogue-seek': 'Paper Moon Motel!' });
    const { oneTurn, manyTurns: sought } = await converse(SEEKER, randomless, 3, host);
    expect(sought).toMatchObject({ turn: null, place: null, leaks: 3 * SEEKING.tries, evasions: 3 });
    expect(simulator.requests).toHaveLength(3 * SEEKING.tries);
    expect(oneTurn).toMatchObject({ turn: null, leaks: SEEKING.tries, evasions: 1, turns: [sought.turns[0]] });
    expect(sought.turns.map(({ said }) => said)).toEqual([
      'Recommend me some films, please.',
      'None of these, show me others.',
      'None of these, show me others.',
    ]);
  });

  test('finds it in the turn in which it is named', async () => {
    const { host } = hostWith({ 'dialogue-seek': ['two comedies', 'twenty films that are dramas and horror'] });
    const { oneTurn, manyTurns: sought } = await converse(SEEKER, AGENT, 5, host);
    expect(sought.turn).toBe(2);
    expect(sought.place).toBeGreaterThan(0);
    expect(sought.costs.toolCalls).toBeGreaterThan(3);
    expect(sought.turns).toHaveLength(2);
    expect(oneTurn).toMatchObject({ turn: null, place: null, turns: [sought.turns[0]] });
    expect(oneTurn.costs.toolCalls).toBeLessThan(sought.costs.toolCalls);
  });

  test('never sees a target that the recommender has an interaction of theirs with', () => {
    const { dataset, catalogue } = opened;
    const split = leaveLastOut(dataset);
    const hidden = new Set(split.heldOut);
    const seekers = seekersOf(dataset, split, catalogue, 20, 1);
    expect(seekers.length).toBeGreaterThan(2);
    for (const { user, target, candidates } of seekers) {
      const known = [...dataset.interactions.user.keys()].filter(
        (at) => dataset.interactions.user[at] === user && !hidden.has(at),
      );
      const titles = known.map((at) => catalogue.titles.reference(dataset.interactions.item[at] ?? 0).title);
      expect(titles).not.toContain(target.title);
      expect(candidates).toContain(target.title);
      expect(candidates.filter((title) => titles.includes(title))).toEqual([]);
    }
    expect(seekersOf(dataset, split, catalogue, 20, 1)).toEqual(seekers);
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

test('all variants run, and give one row each of one table', async () => {
  const { dataset, catalogue } = opened;
  const seekers = seekersOf(dataset, leaveLastOut(dataset), catalogue, 2, 1);
  const { host } = hostWith({});
  const reasoner = chatReasoner();
  const results = [];
  for (const variant of variantsOf(NONE, reasoner)) {
    results.push(await runVariant(variant, seekers, { ...host, simulator: reasoner }, () => undefined));
  }
  const rows = ablationTable(results, 1).split('\n');
  expect(rows).toHaveLength(2 + 6 + 2);
  for (const row of rows.slice(2)) expect(row.match(/\[\d+\.\d+, \d+\.\d+\]/gu)).toHaveLength(5);
  const [full, steps] = results;
  const turns = (of: typeof full) => of?.people.map(({ manyTurns }) => manyTurns.turn);
  expect(turns(steps)).toEqual(turns(full));
});

test('nobody is asked twice: the conversation of one turn is the first turn of the longer one', async () => {
  const { host, simulator } = hostWith({
    'dialogue-seek': ['two comedies', 'twenty films that are dramas and horror'],
  });
  const rules = chatReasoner();
  const asked: string[] = [];
  const agent: typeof rules = {
    ...rules,
    stream(request, options) {
      asked.push(JSON.stringify(request.messages));
      return rules.stream(request, options);
    },
  };
  const [variant] = variantsOf(NONE, agent, ['full']);
  if (variant === undefined) throw new Error('no variant');
  const { people } = await runVariant(variant, [SEEKER], { ...host, agent }, () => undefined);
  expect(people).toMatchObject([{ oneTurn: { turn: null }, manyTurns: { turn: 2 } }]);
  expect(simulator.requests).toHaveLength(2);
  expect(new Set(asked).size).toBe(asked.length);
});

describe('baselines', () => {
  test('a plain model and Chat-Rec are asked with the conversation so far, the one with candidates and the other without', async () => {
    const seen: string[] = [];
    const agent = scriptedModel({
      'recommend-plainly': ({ messages }) => {
        seen.push(messages.map(({ role }) => role).join(' '));
        return 'How about these?\n- Paper Moon Motel (1986)';
      },
    });
    const { host } = hostWith({ 'dialogue-seek': 'a drama' });
    for (const [id, hasCandidates] of [
      ['plain', false],
      ['chat-rec', true],
    ] as const) {
      const [variant] = variantsOf(NONE, agent, [id]);
      const { people } = await runVariant(variant!, [SEEKER], { ...host, agent }, () => undefined);
      const [{ manyTurns, ranked }] = people as [PersonResult];
      expect(manyTurns).toMatchObject({ turn: 1, place: 1, costs: { modelCalls: 1, toolCalls: 0 } });
      expect(manyTurns.costs.tokens).toBeGreaterThan(0);
      const asked = agent.requests.filter(({ purpose }) => purpose.type === 'recommend-plainly');
      expect(asked.at(-2).messages[0]!.content.includes('nothing but these')).toBe(hasCandidates);
      // Whoever ranks is shown the list, which is all that there is.
      expect(asked.at(-1).messages[0]!.content).toContain('Granite 2 (1981)');
      expect(ranked).toEqual({ place: 1, failures: 0 });
    }
    expect(seen.every((roles) => /^system user$/u.test(roles))).toBe(true);
  });
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
