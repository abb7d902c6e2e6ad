/** @file Simulated people: what gives a target away, what is said again, what counts as a hit, and the demonstrations that agents are shown. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Demonstration } from '../../../src/core/dialogue.ts';
import { createRandom } from '../../../src/core/random.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { lexicalEmbedding } from '../../../src/models/lexical/lexical-embedding.ts';
import { dynamicDemonstrations, fixedDemonstrations } from '../../../src/recommenders/interec/demonstrations.ts';
import { PlanExecution } from '../../../src/recommenders/interec/execute-plan.ts';
import { generateDemonstrations } from '../../../src/recommenders/interec/generate-demonstrations.ts';
import { wholeBus } from '../../../src/recommenders/interec/reply-item.ts';
import { isSameTitle, leaks } from '../../../src/recommenders/interec/same-title.ts';
import { ablationTable, runVariant, variantsOf } from '../../../src/runs/chat/ablations.ts';
import { conversationOptions } from '../../../src/runs/chat/chat-options.ts';
import { chatReasoner } from '../../../src/runs/chat/chat-reasoner.ts';
import { converse, rankListed, seekersOf, SEEKING, type Seeker } from '../../../src/runs/chat/simulate.ts';
import { scriptedModel, type Replies } from '../../models/scripted-model.ts';
import { openMadeUp, type Opened } from '../../recommenders/interec/open-made-up.ts';
import { contextOf } from '../task-context.ts';

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
const hostWith = (replies: Replies) => {
  const simulator = scriptedModel(replies);
  return { simulator, host: { ...opened, agent: chatReasoner(), simulator, seed: 1, signal } };
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

  test('and a hit is the same title with the same year and number', () => {
    expect(isSameTitle('Paper Moon Motel', 'Paper Moon Motel (1986)')).toBe(true);
    expect(isSameTitle('Paper Moon Motle (1986)', 'Paper Moon Motel (1986)')).toBe(true);
    expect(isSameTitle('Paper Moon Motel (2001)', 'Paper Moon Motel (1986)')).toBe(false);
    expect(isSameTitle('Rocky II', 'Rocky III')).toBe(false);
  });
});

describe('a simulated person', () => {
  test('who names the target is asked again, and the message that named it is never said', async () => {
    const { simulator, host } = hostWith({
      'dialogue-seek': ['I want Paper Moon Motel', 'a drama that is horror too'],
    });
    const { leaks: thrown, turn } = await converse(SEEKER, conversationOptions({}), 1, host);
    expect(thrown).toBe(1);
    expect(turn === null || turn === 1).toBe(true);
    const views = simulator.requests.flatMap(({ purpose }) => (purpose.type === 'dialogue-seek' ? [purpose.view] : []));
    expect(views.map((view) => view.leaks)).toEqual([0, 1]);
    expect(views.flatMap(({ turns }) => turns.map(({ said }) => said))).toEqual([]);
  });

  test('who cannot help naming it ends the conversation without a hit', async () => {
    const { host, simulator } = hostWith({ 'dialogue-seek': 'Paper Moon Motel!' });
    const sought = await converse(SEEKER, conversationOptions({}), 5, host);
    expect(sought).toMatchObject({ turn: null, place: null, leaks: SEEKING.tries });
    expect(simulator.requests).toHaveLength(SEEKING.tries);
  });

  test('finds it in the turn in which it is named', async () => {
    const { host } = hostWith({ 'dialogue-seek': ['two comedies', 'twenty films that are dramas and horror'] });
    const sought = await converse(SEEKER, conversationOptions({}), 5, host);
    expect(sought.turn).toBe(2);
    expect(sought.place).toBeGreaterThan(0);
    expect(sought.toolCalls).toBeGreaterThan(3);
  });

  test('has the target ranked among listed items', async () => {
    const { host } = hostWith({});
    const { place, failures } = await rankListed(SEEKER, conversationOptions({}), host);
    expect([1, 2, 3]).toContain(place);
    expect(failures).toBe(0);
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
    // A request is never its own demonstration.
    expect(requests(await dynamic.of('when was Heat made', { signal }))).not.toContain('when was Heat made');
  });

  test('are made from templates over the catalogue, and each runs to its end without a problem', async () => {
    const { context } = contextOf(scriptedModel({}));
    const made = await generateDemonstrations(opened.catalogue, 18, createRandom(1), context);
    expect(made).toHaveLength(18);
    expect(new Set(made.map(({ plan }) => plan.intent))).toEqual(new Set(['recommend', 'choose', 'ask-about-item']));
    for (const { plan } of made) {
      const bus = wholeBus(opened.catalogue, context);
      const execution = new PlanExecution({ catalogue: opened.catalogue, bus, signal }, context);
      await execution.run(plan);
      expect(execution.canGoOn).toBe(true);
      expect(execution.outcomes.flatMap(({ problems }) => problems)).toEqual([]);
    }
  });

  test('that do not run are not made: a catalogue without genres has none', async () => {
    const { catalogue } = opened;
    const values = { ...catalogue.values, outline: { ...catalogue.values.outline, attributes: [] } };
    const { context } = contextOf(scriptedModel({}));
    expect(await generateDemonstrations({ ...catalogue, values }, 6, createRandom(1), context)).toEqual([]);
  });
});

test('all variants run, and give one row each of one table', async () => {
  const { dataset, catalogue } = opened;
  const seekers = seekersOf(dataset, leaveLastOut(dataset), catalogue, 2, 1);
  const { host } = hostWith({});
  const reasoner = chatReasoner();
  const results = [];
  for (const variant of variantsOf({ of: () => Promise.resolve([]) })) {
    results.push(await runVariant(variant, seekers, { ...host, simulator: reasoner }, () => undefined));
  }
  const rows = ablationTable(results, 1).split('\n');
  expect(rows).toHaveLength(8);
  for (const row of rows.slice(2)) expect(row.match(/\[\d+\.\d+, \d+\.\d+\]/gu)).toHaveLength(5);
  const [full, steps] = results;
  expect(steps?.manyTurns.map(({ turn }) => turn)).toEqual(full?.manyTurns.map(({ turn }) => turn));
});

test('an agent whose plans cannot be read misses, which the table counts', async () => {
  const { host } = hostWith({ 'dialogue-seek': 'Something good, please.' });
  const agent = scriptedModel({ 'dialogue-plan': 'I would rather not.', 'dialogue-profile': '{}' });
  const [variant] = variantsOf({ of: () => Promise.resolve([]) });
  if (variant === undefined) throw new Error('no variant');
  const result = await runVariant(variant, [SEEKER], { ...host, agent }, () => undefined);
  expect(result.ranked).toEqual([{ place: null, failures: 2 }]);
  expect(result.manyTurns).toMatchObject([{ turn: null, failures: SEEKING.turns }]);
  const row = ablationTable([result], 1).split('\n').at(-1);
  expect(row).toMatch(/\| 8 \|$/u);
});
