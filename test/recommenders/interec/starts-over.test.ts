/** @file Who starts over and asks for something in the same message gets it, as if nothing had been said before. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { GenerateRequest } from '../../../src/core/language-model.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
import { openMadeUp, startChat, type Opened } from './open-made-up.ts';

const { signal } = new AbortController();
let opened: Opened;
beforeAll(async () => {
  opened = await openMadeUp();
});

const STEPS = [
  { tool: 'rank', input: { scheme: 'preference' } },
  { tool: 'map', input: { count: 3 } },
];
const wordsOf = ({ messages }: GenerateRequest): string => messages.map(({ content }) => content).join('\n');
const isOver = (request: GenerateRequest): boolean => wordsOf(request).includes('Message: Start over');

/** Likes are told of as long as the message that has them is among those that are read. */
const model = () =>
  scriptedModel({
    'dialogue-profile': (request) =>
      JSON.stringify({
        like: { titles: wordsOf(request).includes('I love Granite 2') ? ['Granite 2'] : [] },
        expect: { values: wordsOf(request).includes('a comedy, please') ? ['genre: Comedy'] : [] },
      }),
    'dialogue-plan': (request) =>
      JSON.stringify({ intent: 'recommend', steps: STEPS, reply: isOver(request) ? 'All forgotten.' : '' }),
    'dialogue-step': (request) => {
      const done = STEPS.filter(
        ({ tool }) => wordsOf(request).includes(`Done so far:\n${tool}`) || wordsOf(request).includes(`\n${tool} {`),
      );
      const step = STEPS[done.length] ?? null;
      return JSON.stringify({
        intent: 'recommend',
        step,
        reply: isOver(request) && done.length === 0 ? 'All forgotten.' : '',
      });
    },
    'dialogue-reply': 'Here.',
    'dialogue-critic': 'Yes',
  });

describe.each(['plan-first', 'step-by-step'] as const)('%s', (planning) => {
  test('the request is answered without what was known', async () => {
    const asked = model();
    const chat = startChat(opened, { model: asked, options: { planning, reflections: 1 } });
    await chat.say('I love Granite 2: something like it', signal);
    const { items, plan } = await chat.say('Start over: a comedy, please', signal);
    expect(items).toHaveLength(3);
    expect(plan.reply).toMatch(/^All forgotten\./);
    const ranked = chat.events.flatMap((event) =>
      event.type === 'tool-call' && event.tool === 'rank' ? [event.arguments] : [],
    );
    expect(ranked).toEqual([{ scheme: 'preference', prefer: ['Granite 2 (1981)'] }, { scheme: 'preference' }]);
    const judged = asked.requests.filter(({ purpose }) => purpose.type === 'dialogue-critic');
    expect(wordsOf(judged[0]!)).toContain('Granite 2');
    expect(wordsOf(judged[1]!)).not.toContain('Granite 2');
    expect(wordsOf(judged[1]!)).toContain('expects now: genre: Comedy');
  });
});

test('who only asks to forget everything is answered as somebody new from then on', async () => {
  const asked = scriptedModel({
    'dialogue-profile': (request) =>
      JSON.stringify({ like: { titles: wordsOf(request).includes('I love Granite 2') ? ['Granite 2'] : [] } }),
    'dialogue-plan': [
      JSON.stringify({ intent: 'tell-taste', steps: [], reply: 'Noted.' }),
      JSON.stringify({ intent: 'chit-chat', steps: [], reply: 'All forgotten.' }),
      JSON.stringify({ intent: 'recommend', steps: STEPS, reply: '' }),
    ],
    'dialogue-reply': 'Here.',
  });
  const chat = startChat(opened, { model: asked, options: { reflections: 0 } });
  await chat.say('I love Granite 2', signal);
  expect((await chat.say('Forget everything', signal)).profile.like.titles).toEqual([]);
  const before = asked.requests.length;
  await chat.say('a comedy', signal);
  for (const request of asked.requests.slice(before)) expect(wordsOf(request)).not.toContain('Granite 2');
});

test('the prompts say what a plan and a profile of such a message are', async () => {
  const asked = model();
  await startChat(opened, { model: asked, options: { reflections: 0 } }).say('Start over: a comedy, please', signal);
  const [profile, plan] = asked.requests.map(wordsOf);
  expect(plan).toContain('Where the same message asks for something too, the steps answer that');
  expect(profile).toContain('the form holds what that message and later ones say besides');
  expect(profile).toContain('Its "titles" are items that what is asked for is to be like');
});
