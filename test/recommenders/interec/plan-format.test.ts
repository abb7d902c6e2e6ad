/** @file Plans and profiles as models write them. */
import { expect, test } from 'vitest';
import { readNextStep, readPlan, readProfile } from '../../../src/recommenders/interec/plan-format.ts';

const NONE = { titles: [], values: [] };

test.each(['"None"', '"none."', '"null"', '"[]"', '""', '["None"]', 'null', '[]'])(
  '%s in place of an empty list is one',
  (nothing) => {
    const like = { titles: ['Heat'], values: [] };
    const reading = readProfile(
      `{"like": {"titles": ["Heat"], "values": ${nothing}}, "dislike": {"titles": ${nothing}}, "forgotten": ${nothing}}`,
    );
    expect(reading).toMatchObject({ ok: true, value: { like, dislike: NONE, expect: NONE } });
    expect(reading.ok && (reading.value.forgotten ?? [])).toEqual([]);
    expect(reading.ok && reading.note).toEqual(
      /"./.test(nothing) ? expect.stringContaining('was read as an empty list') : undefined,
    );
  },
);

test('what is no list says so in one word too', () => {
  expect(readProfile('{"like": "none", "dislike": {"titles": ["Heat"]}}')).toMatchObject({
    ok: true,
    value: { like: NONE, dislike: { titles: ['Heat'], values: [] } },
    note: '"none" was read as nothing',
  });
});

test('a plan without steps may say so in a word', () => {
  expect(readPlan('{"intent": "chit-chat", "steps": "None", "reply": "Hello."}')).toMatchObject({
    ok: true,
    value: { steps: [], reply: 'Hello.' },
    note: expect.stringContaining('was read as an empty list') as string,
  });
});

test('a list that is not empty keeps its words', () => {
  expect(readProfile('{"forgotten": ["genre: none", "None of them"]}')).toMatchObject({
    ok: true,
    value: { forgotten: ['genre: none', 'None of them'] },
  });
});

test.each([
  ['look_up({"titles": ["Heat (1995)"], "facts": ["year"]})', 'ask-about-item', ['look-up']],
  ['{"name": "look-up", "arguments": {"titles": ["Heat (1995)"], "facts": ["year"]}}', 'ask-about-item', ['look-up']],
  ['[rank(scheme="rating"), map(count=5)]', 'recommend', ['rank', 'map']],
  [
    '[{"name": "store-candidates", "arguments": {"titles": ["Heat", "Alien"]}}, {"name": "map", "arguments": {"count": 1}}]',
    'choose',
    ['store-candidates', 'map'],
  ],
  ['{"steps": [{"tool": "rank", "input": {"scheme": "rating"}}]}', 'recommend', ['rank']],
])('%s is a plan, whose intent its tools tell', (text, intent, tools) => {
  const reading = readPlan(text);
  expect(reading).toMatchObject({ ok: true, value: { intent, reply: '' } });
  expect(reading.ok && reading.value.steps.map(({ tool }) => tool)).toEqual(tools);
  expect(reading.ok && reading.note).toContain(`the intent is "${intent}"`);
});

test('what a call is given wrongly is told by its tool', () => {
  expect(readPlan('rank(scheme="best")')).toMatchObject({
    ok: false,
    problem: expect.stringContaining('steps.0.input: rank needs') as string,
  });
});

test('without calls or steps the intent has to be said', () => {
  expect(readPlan('{"steps": [], "reply": "Hello."}')).toEqual({ ok: false, problem: 'it has no "intent"' });
  expect(readPlan('I would rank them.')).toEqual({ ok: false, problem: 'it holds no JSON object' });
});

test('a call alone is a step, and the steps before it tell what for', () => {
  const call = '{"name": "map", "arguments": {"count": 5}}';
  expect(readNextStep(call, ['store-candidates'])).toMatchObject({ ok: true, value: { intent: 'choose' } });
  expect(readNextStep('rank(scheme="rating")\nmap(count=5)', ['filter'])).toMatchObject({
    ok: true,
    value: { intent: 'recommend', step: { tool: 'rank', input: { scheme: 'rating' } } },
  });
});
