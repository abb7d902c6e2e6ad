/** @file Plans and profiles as models write them. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { readNextStep, readPlan } from '../../../src/recommenders/interec/plan-format.ts';
import { readProfile } from '../../../src/recommenders/interec/profile-format.ts';

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
    problem: expect.stringContaining('the input of step 1: rank needs') as string,
  });
});

test('without calls or steps the intent has to be said', () => {
  expect(readPlan('{"steps": [], "reply": "Hello."}')).toMatchObject({ ok: false, problem: 'it has no "intent"' });
  expect(readPlan('I would rank them.')).toEqual({
    ok: false,
    problem: 'it holds no JSON object',
    again: 'Reply with only this object: {"intent": "…", "steps": [{"tool": "…", "input": {…}}], "reply": "…"}',
  });
});

test('a call alone is a step, and the steps before it tell what for', () => {
  const call = '{"name": "map", "arguments": {"count": 5}}';
  expect(readNextStep(call, ['store-candidates'])).toMatchObject({ ok: true, value: { intent: 'choose' } });
  expect(readNextStep('rank(scheme="rating")\nmap(count=5)', ['filter'])).toMatchObject({
    ok: true,
    value: { intent: 'recommend', step: { tool: 'rank', input: { scheme: 'rating' } } },
  });
});

const CONDITIONS = [
  { attribute: 'genre', is: ['Adventure'] },
  { attribute: 'genre', is: ['Science Fiction'] },
];
const RANKED = { tool: 'rank', input: { scheme: 'preference' } };
const FIVE = { tool: 'map', input: { count: 5 } };

test('the members of an input may stand beside its tool', () => {
  const reply =
    'Here is the plan for this request:\n\n```json\n{\n  "intent": "recommend",\n  "steps": [\n    {"tool": "filter", "conditions": [\n      {"attribute": "genre", "is": ["Adventure"]},\n      {"attribute": "genre", "is": ["Science Fiction"]},\n      {"attribute": "year", "is": [1990]},\n      {"attribute": "director", "is": ["Robert Zemeckis"]}\n    ]},\n    {"tool": "rank", "scheme": "preference"},\n    {"tool": "map", "count": 5}\n  ],\n  "reply": ""\n}\n```\n\nThe filter keeps the genres asked for before, since the person did not take them back.';
  const more = [
    { attribute: 'year', is: ['1990'] },
    { attribute: 'director', is: ['Robert Zemeckis'] },
  ];
  const conditions = [...CONDITIONS, ...more];
  expect(readPlan(reply)).toMatchObject({
    ok: true,
    value: { intent: 'recommend', steps: [{ tool: 'filter', input: { conditions } }, RANKED, FIVE] },
  });
});

test('steps may be texts of calls with named arguments', () => {
  const reply =
    "{\"intent\": \"recommend\", \"steps\": [\"filter(conditions=[{'attribute': 'genre', 'is': ['Adventure']}, {'attribute': 'genre', 'is': ['Science Fiction']}])\", \"rank(scheme='preference')\", \"map(count=5)\"], \"reply\": \"\"}";
  expect(readPlan(reply)).toMatchObject({
    ok: true,
    value: { intent: 'recommend', steps: [{ tool: 'filter', input: { conditions: CONDITIONS } }, RANKED, FIVE] },
  });
});

test('the arguments of a step may be a text of JSON', () => {
  const reply = String.raw`{"intent":"choose","steps":[{"name":"store-candidates","arguments":"{\"titles\": [\"Little Nicky (2000)\", \"The Corruptor (1999)\", \"The Inkwell (1994)\", \"Into the Blue (2005)\", \"Back to the Future Part III (1990)\", \"The Pursuit of Happyness (2006)\", \"Julie & Julia (2009)\", \"Freedom Writers (2007)\", \"Star Trek: Insurrection (1998)\", \"Final Fantasy: The Spirits Within (2001)\", \"The Last Legion (2007)\", \"Speed (1994)\", \"Mars Attacks! (1996)\", \"Lost Souls (2000)\", \"Munich (2005)\", \"Glory (1989)\", \"The Wrestler (2008)\", \"The American President (1995)\", \"American Beauty (1999)\", \"The Man (2005)\"]}"},{"name":"rank","arguments":"{\"scheme\": \"preference\"}"},{"name":"map","arguments":"{\"count\": 20}"}],"reply":""}`;
  const reading = readPlan(reply);
  expect(reading).toMatchObject({ ok: true, value: { intent: 'choose' } });
  const [listed, ...others] = reading.ok ? reading.value.steps : [];
  expect(listed?.input['titles']).toHaveLength(20);
  expect(others).toEqual([RANKED, { tool: 'map', input: { count: 20 } }]);
});

test('what is wrong with a step counts from 1, says what to write, and names nothing that prompts do not offer', () => {
  expect(readPlan('{"intent": "recommend", "steps": [{"tool": "filter", "input": {"genres": "Comedy"}}]}')).toEqual({
    ok: false,
    problem: expect.stringMatching(/^the input of step 1: filter needs \{"conditions": \[…\]\}(?!.*sql)/u) as string,
  });
  expect(readPlan('{"intent": "recommend", "steps": [7]}')).toMatchObject({
    ok: false,
    problem: 'step 1 must be an object; write each step as {"tool": "rank", "input": {"scheme": "rating"}}',
  });
});

describe('a form within a call', () => {
  const form = { like: { titles: [], values: [] }, expect: { titles: [], values: ['genre: Drama'] }, forgotten: [] };

  test.each<Json>([
    { name: 'fill_form', arguments: form },
    { name: 'fill_form', arguments: JSON.stringify(form) },
    { function: { name: 'fill_form', arguments: form } },
    { tool_calls: [{ type: 'function', function: { name: 'fill_form', arguments: JSON.stringify(form) } }] },
    { form },
  ])('is read: %j', (reply) => {
    expect(readProfile(JSON.stringify(reply))).toMatchObject({ ok: true, value: { expect: form.expect } });
  });

  test.each<Json>([{ answer: 'None' }, { name: 'fill_form' }, { like: { films: ['Heat (1995)'] } }])(
    'is none with other members alone: %j',
    (reply) => {
      expect(readProfile(JSON.stringify(reply)).ok).toBe(false);
    },
  );
});

test('steps may hold what their tools take without its name', () => {
  const steps = [
    { tool: 'store-candidates', input: ['Inception (2010)', 'Date Night (2010)'] },
    { tool: 'filter', input: [{ attribute: 'genre', not: ['Horror'] }] },
    { tool: 'rank', input: 'rating' },
    { tool: 'map', input: 5 },
  ];
  expect(readPlan(JSON.stringify({ intent: 'choose', steps, reply: '' }))).toMatchObject({
    ok: true,
    value: {
      steps: [
        { tool: 'store-candidates', input: { titles: ['Inception (2010)', 'Date Night (2010)'] } },
        { tool: 'filter', input: { conditions: [{ attribute: 'genre', not: ['Horror'] }] } },
        { tool: 'rank', input: { scheme: 'rating' } },
        { tool: 'map', input: { count: 5 } },
      ],
    },
  });
  expect(readPlan('{"intent": "recommend", "steps": [{"tool": "filter", "input": "Horror"}], "reply": ""}').ok).toBe(
    false,
  );
});

test.each([
  [{ operator: '>', value: 4 }, { after: 4 }],
  [{ op: '<=', value: 4 }, { to: 4 }],
  [{ operator: 'contains', value: 'animated' }, { is: ['animated'] }],
  [{ operator: 'NOT_IN', value: ['Horror', 'War'] }, { not: ['Horror', 'War'] }],
  [
    { operator: 'between', value: [1985, 1995] },
    { from: 1985, to: 1995 },
  ],
])('a condition may have an operator: %j', (written, meant) => {
  const plan = (condition: object): string => {
    const step = { tool: 'look-up', input: { conditions: [{ attribute: 'rating', ...condition }] } };
    return JSON.stringify({ intent: 'ask-about-item', steps: [step], reply: '' });
  };
  expect(readPlan(plan(written))).toMatchObject({
    ok: true,
    value: { steps: [{ input: { conditions: [{ attribute: 'rating', ...meant }] } }] },
    note: expect.stringContaining('operators') as string,
  });
  expect(readPlan(plan({ operator: 'near', value: 4 })).ok).toBe(false);
  expect(readPlan(plan({ operator: '>', value: 'four' })).ok).toBe(false);
});

test('a form in lines is read where every line is a part of it', () => {
  const lines =
    '**Like:**\n- Titles:\n  - Heat (1995)\n  - Toy Story 3 (2010)\n- Values: None\n\n**Dislike:** None\n\n**Forgotten:** None';
  expect(readProfile(lines)).toMatchObject({
    ok: true,
    value: { like: { titles: ['Heat (1995)', 'Toy Story 3 (2010)'], values: [] }, dislike: NONE, expect: NONE },
  });
  expect(readProfile('**Like:** Heat, Alien\n**Dislike:** None').ok).toBe(false);
  expect(readProfile('You like this:\n**Like:**\n- Titles:\n- Heat').ok).toBe(false);
});

test('"None" in place of words is nothing to say', () => {
  expect(readPlan('{"intent": "recommend", "steps": [{"tool": "map", "input": {}}], "reply": "None."}')).toMatchObject({
    ok: true,
    value: { reply: '' },
  });
});
