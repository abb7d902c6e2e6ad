/** @file What the prompts of a conversation tell a language model: all that their views hold, in forms that it may imitate. */
import { describe, expect, test } from 'vitest';
import type { CatalogueOutline, CriticView, DialogueView, ReplyView, StepOutcome } from '../../../src/core/dialogue.ts';
import type { Message } from '../../../src/core/language-model.ts';
import { readNextStep, readPlanShape } from '../../../src/recommenders/interec/plan-format.ts';
import {
  criticMessages,
  planMessages,
  profileMessages,
  replyMessages,
  stepMessages,
} from '../../../src/recommenders/interec/prompts.ts';

const NOBODY = { titles: [], values: [] };
const profile = { like: { titles: [], values: ['genre: Western'] }, dislike: NOBODY, expect: NOBODY };
const catalogue: CatalogueOutline = {
  itemNoun: 'film',
  items: 812,
  scale: { min: 0.5, max: 5 },
  years: { first: 1931, last: 2019 },
  enough: 10,
  isDescribed: false,
  attributes: [
    { name: 'genre', values: ['Comedy', 'Western'], common: [], isNumber: false, items: null },
    { name: 'running_time', values: [], common: [], isNumber: true, items: 640 },
    { name: 'imdb_id', values: [], common: [], isNumber: false, items: null },
  ],
};
const outcome: StepOutcome = {
  tool: 'filter',
  input: { conditions: [{ attribute: 'genre', is: ['Comedy'] }] },
  failed: false,
  observation: '37 of 812 candidates are left.',
  problems: [],
  found: [],
  left: 37,
};
const plan = {
  intent: 'recommend',
  steps: [{ tool: 'filter', input: { conditions: [{ attribute: 'genre', is: ['Comedy'] }] } }],
  reply: '',
} as const;
const view: DialogueView = {
  text: 'A shorter one, please.',
  catalogue,
  mentions: [
    { start: 0, end: 1, titles: ['Night Ferry (1983)'], ratings: 10, values: [] },
    { start: 2, end: 3, titles: ['Night Ferry (1983)'], ratings: 10, values: [] },
  ],
  turns: [{ text: 'A comedy.', plan, reply: 'Try Paper Moon Road.', items: [], problems: [], about: [] }],
  profile,
  unknown: ['Vertigo', 'genre: slasher'],
  demonstrations: [{ request: 'A western.', plan }],
  rejected: null,
};
const rejected = { plan, advice: 'Order by length.', outcomes: [outcome], reply: 'Here are comedies.' };
const PROBLEM = { type: 'attribute-unknown', attribute: 'running_time', known: [] } as const;
const textOf = (messages: readonly Message[]): string => messages.map(({ content }) => content).join('\n');

test('a plan stands in the form that is asked for: whole, or step by step', () => {
  const demonstrated = { ...plan, steps: [...plan.steps, { tool: 'map', input: { count: 2 } }] } as const;
  const given = { ...view, demonstrations: [{ request: 'A western.', plan: demonstrated }] };
  const whole = planMessages(given);
  expect(readPlanShape(whole[2]?.content ?? '')).toMatchObject({ ok: true, value: { plan } });
  expect(whole.at(-1)?.content).toContain('Request: A western.\nPlan: {"intent":"recommend","steps":[');
  const stepped = stepMessages(given, []);
  expect(readNextStep(stepped[2]?.content ?? '')).toMatchObject({ ok: true, value: { step: null } });
  expect(stepped.at(-1)?.content).toMatch(/^\(You called: filter \{"conditions":.*\}\nYou said: Try Paper Moon Road\./);
  const [, replies = ''] = /Request: A western\.\nReplies, .*:\n([^]*?)\nMessage:/.exec(textOf(stepped)) ?? [];
  expect(replies.split('\n').map((line) => readNextStep(line))).toMatchObject([
    { ok: true, value: { step: { tool: 'filter' } } },
    { ok: true, value: { step: { tool: 'map' } } },
  ]);
  expect(textOf(stepped)).not.toContain('"steps"');
});

describe.each([
  ['a plan', planMessages],
  ['a step', (given: DialogueView) => stepMessages(given, [])],
])('the prompt for %s', (_, messages) => {
  test('shows earlier turns in turns', () => {
    const given = messages(view);
    expect(given.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(given[3]?.content).toContain('You said: Try Paper Moon Road.');
  });

  test('tells how many items have an attribute where some have none', () => {
    expect(textOf(messages(view))).toContain(
      'Attributes: genre (Comedy, Western); running_time (640 have it: a number);',
    );
    const attributes = [{ name: 'running_time', values: [], common: [], isNumber: true, items: 812 }];
    expect(textOf(messages({ ...view, catalogue: { ...catalogue, attributes } }))).toContain(
      'running_time (a number);',
    );
  });

  test('tells what the person named that the catalogue lacks, and nothing of it where that is nothing', () => {
    expect(textOf(messages(view))).toContain('not in the catalogue: Vertigo; genre: slasher.');
    expect(textOf(messages({ ...view, unknown: [] }))).not.toContain('not in the catalogue');
  });

  test('tells a problem of an earlier turn once, and of whom it is that the reply begins', () => {
    const problem = { type: 'title-unknown', text: 'Ran', near: ['Rain (2001)'] } as const;
    const words = 'I do not know a film called "Ran".';
    const [turn] = view.turns;
    const given = (reply: string, steps: typeof plan.steps | readonly [] = plan.steps) =>
      textOf(messages({ ...view, turns: [{ ...turn!, plan: { ...plan, steps }, reply, problems: [problem] }] }));
    expect(given(`Sorry. ${words}`).split(words)).toHaveLength(2);
    expect(given('Sorry.').split(words)).toHaveLength(2);
    // Without steps the plan itself holds the reply.
    expect(given('Sorry.', []).split(words)).toHaveLength(2);
    expect(textOf(messages(view))).toContain('the reply begins with "All forgotten"');
  });

  test('tells after a no what was tried, what came back and what was said', () => {
    expect(textOf(messages(view))).not.toContain('judged wrong');
    const again = textOf(messages({ ...view, rejected }));
    for (const told of [rejected.advice, outcome.observation, rejected.reply]) expect(again).toContain(told);
  });
});

test('the prompt for a reply tells problems in words, and what was wrong of the last one', () => {
  const reply: ReplyView = {
    text: view.text,
    plan,
    itemNoun: 'film',
    outcomes: [outcome],
    problems: [PROBLEM],
    items: [{ title: 'Paper Moon Road (1999)', facts: { genre: 'Comedy', running_time: '91' } }],
    wanted: 5,
    noted: ['you like Night Ferry (1983)'],
    unknown: ['Vertigo'],
    explained: [{ title: 'Paper Moon Road (1999)', passed: ['is a comedy'] }],
    turns: [{ text: 'A comedy.', reply: 'Try Paper Moon Road.' }],
    advice: 'Say that the length is not known.',
  };
  const told = textOf(replyMessages(reply));
  expect(told).toContain('Before:\nPerson: A comedy.\nRecommender: Try Paper Moon Road.\nMessage: ');
  expect(told).toContain('This catalogue does not know how long its films are.');
  expect(told).toContain('Paper Moon Road (1999): is a comedy');
  expect(told).toContain('Say that the length is not known.');
  expect(told).toContain('Paper Moon Road (1999): genre Comedy; running time 91 minutes');
  expect(told).toMatch(/not in the catalogue: Vertigo\./);
  expect(told).toContain(
    'to be told where the message itself says what they like or dislike: you like Night Ferry (1983)',
  );
  expect(told).not.toContain('attribute-unknown');
});

test('the critic is told the tools, the catalogue, the person, what was said before, and the problems', () => {
  const judged: CriticView = {
    text: view.text,
    plan,
    tracker: [{ tool: 'filter', input: outcome.input, output: outcome.observation, failed: false }],
    items: [{ title: 'Paper Moon Road (1999)', facts: { rating: '4.21', running_time: '91' } }],
    reply: 'Paper Moon Road.',
    catalogue,
    turns: view.turns,
    profile,
    problems: [PROBLEM],
    unknown: ['Vertigo'],
    explained: [{ title: 'Night Ferry (1983)', passed: ['is a drama'] }],
  };
  const told = textOf(criticMessages(judged));
  for (const part of [
    '- similar: ',
    'running_time',
    'genre: Western',
    'Try Paper Moon Road.',
    'does not know how long',
    'Night Ferry (1983): is a drama',
    'Paper Moon Road (1999): mean rating 4.21; running time 91 minutes',
    'not in the catalogue: Vertigo.',
  ])
    expect(told).toContain(part);
  const said = (reply: string, steps: typeof plan.steps | readonly [] = plan.steps): string =>
    textOf(criticMessages({ ...judged, plan: { ...plan, steps, reply } }));
  expect(said('I leave the length out.')).toContain('leaves out: I leave the length out.');
  expect(said('All forgotten.')).toContain('empties the profile, and has this said: All forgotten.');
  expect(said('All forgotten.')).not.toContain('says it leaves out');
});

test('the prompt for a profile says what was expected before its first message, and where a wish stands that no attribute says', () => {
  const said = [{ text: 'Only newer ones.', mentions: [], shown: [] }];
  const expected = { titles: ['Heat (1995)'], values: ['genre: Comedy', 'wish: nothing with a war'] };
  const told = profileMessages(said, catalogue, expected);
  expect(told.at(-1)?.content).toBe(
    '(Asked for before these messages: Heat (1995); genre: Comedy; wish: nothing with a war)\nOnly newer ones.',
  );
  expect(told[0]?.content).toContain('"wish: nothing with a war"');
  expect(profileMessages(said, catalogue).at(-1)?.content).toBe('Only newer ones.');
});

test('who plans and who judges are told what few ratings mean, and that wishes without an attribute hold on', () => {
  const told = textOf(planMessages(view));
  expect(told).toContain('{"attribute": "ratings", "from": 10}');
  expect(told).toContain('"nothing with a war", and each "wish" that is expected still holds');
  const unrated = { ...catalogue, enough: 0 };
  expect(textOf(planMessages({ ...view, catalogue: unrated }))).not.toContain('"ratings", "from"');
  expect(textOf(profileMessages([], catalogue))).toContain('("not the second one") is a title of "dislike"');
});
