/** @file Every kind of task of every system, done with a capable model in each dress; and not done, but told, where a dress holds no answer. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { LanguageModel } from '../../src/core/language-model.ts';
import { createRandom } from '../../src/core/random.ts';
import { writePerson } from '../../src/environments/people/write-person.ts';
import { thinkingApart, thinkingHabit } from '../../src/models/thinking-apart.ts';
import { DRESSES, EMPTY_DRESSES, dressedModel, type Dress } from '../models/dresses.ts';
import { sensibleReply } from '../models/sensible-replies.ts';
import {
  AGENT_TASKS,
  ask,
  checks,
  discuss,
  expectNoThought,
  ofType,
  openSystems,
  plan,
  PLANNERS,
  rate,
  RATED,
  signal,
  talk,
  TASKS,
} from './every-system.ts';
import { DIRECT, RATING } from './recmind/tasks.ts';

beforeAll(openSystems);

const dressed = (dress: Dress): LanguageModel => thinkingApart(dressedModel(sensibleReply, dress), thinkingHabit(null));

describe.each(Object.entries(DRESSES))('a capable model, %s', (name, dress) => {
  test.each(TASKS)('RecMind answers $type', async (task) => {
    for (const planner of PLANNERS) {
      const { events, of, answers } = await plan(dressed(dress), task, planner);
      const answer = sensibleReply({ purpose: { type: 'answer', task, states: [] } } as never) as Record<
        string,
        unknown
      >;
      const { recommendation } = answers[0]!;
      const given =
        'rating' in recommendation ? recommendation.rating : 'items' in recommendation ? recommendation.items : null;
      if (given === null)
        expect('text' in recommendation && recommendation.text.replace('\n', ' ')).toBe(answer['text']);
      else expect(given).toEqual(answer['rating'] ?? answer['ranking']);
      expect(of('tool-call')[0]?.arguments).toEqual({ question: 'What is the mean rating of item 4?' });
      expect(of('tool-result').every(({ failed }) => !failed)).toBe(true);
      expect(checks(events).filter(({ status }) => status === 'failed' || status === 'repaired')).toEqual([]);
      expectNoThought(events);
    }
  });

  test.each(['manager', 'analyst', 'analyst-reflector', 'collaboration', 'react', 'reflexion'])(
    'MACRec’s %s answers',
    async (system) => {
      for (const task of AGENT_TASKS) {
        const { events, answers } = await ask(dressed(dress), system, 'json', task);
        expect(answers).toHaveLength(1);
        expect(checks(events).filter(({ status }) => status === 'failed' || status === 'repaired')).toEqual([]);
        expectNoThought(events);
      }
    },
  );

  test('MACRec’s manager and analyst read JSON where text is asked for', async () => {
    const { events, answers } = await ask(dressed(dress), 'analyst', 'text', AGENT_TASKS[0]!);
    expect(answers).toHaveLength(1);
    expect(checks(events).filter(({ status }) => status === 'failed' || status === 'repaired')).toEqual([]);
    expectNoThought(events);
  });

  test('MACRec answers in a dialogue', async () => {
    const { events, conversed } = await discuss(dressed(dress), 'json');
    expect(conversed).toEqual({ request: 'They like what is short.', answer: 'Night Ferry (1983)' });
    expect(checks(events).filter(({ status }) => status === 'failed' || status === 'repaired')).toEqual([]);
    expectNoThought(events);
  });

  test.each(['plan-first', 'step-by-step'] as const)('a conversation, %s', async (planning) => {
    const chat = talk(dressed(dress), planning);
    const { items, reply } = await chat.say('A film from after 1982, please.', signal);
    expect(items).toHaveLength(3);
    expect(reply).toBe('The mean is 3.5.');
    expect(checks(chat.events).filter(({ status }) => status === 'failed' || status === 'repaired')).toEqual([]);
    expect(ofType(chat.events, 'node-prune')).toEqual([]);
    expectNoThought(chat.events);
  });

  test('rates, and describes a person', async () => {
    expect(await rate(dressed(dress), '1-10')).toMatchObject({ rating: 7, expected: 7 });
    expect(await rate(dressed(dress), '0-9')).toMatchObject({ rating: 8, expected: 8 });
    const generated = { person: RATED.person, taste: { liked: ['drama'], disliked: [] } };
    const writing = { model: dressed(dress), choosesGenres: false, random: createRandom(1), signal };
    const { person, isDescribed } = await writePerson(generated, 'film', writing);
    expect({ description: person.description, isDescribed }).toEqual({
      description: 'The mean is 3.5.',
      isDescribed: true,
    });
  });

  if (name === 'as asked')
    test('is read without a note', async () => {
      const { events } = await plan(dressed(dress), RATING);
      expect(new Set(checks(events).map(({ status }) => status))).toEqual(new Set(['validated']));
    });
});

describe.each(Object.entries(EMPTY_DRESSES))('a model that sends %s', (_, dress) => {
  test('gives no answer, and is told so', async () => {
    for (const task of [RATING, DIRECT]) {
      await expect(plan(dressed(dress), task)).rejects.toMatchObject({ code: 'reply-unparseable' });
    }
    await expect(ask(dressed(dress), 'analyst', 'json', AGENT_TASKS[0]!)).rejects.toThrow();
    const { rating } = await rate(dressed(dress), '1-10');
    expect(rating === null || dress('7', {} as never) === '7').toBe(true);
  });
});
