/** @file What the prompts of a conversation tell a language model: all that their views hold, in forms that it may imitate. */
import { describe, expect, test } from 'vitest';
import type { CatalogueOutline, DialogueView, StepOutcome } from '../../../src/core/dialogue.ts';
import type { Message } from '../../../src/core/language-model.ts';
import { planMessages, profileMessages, stepMessages } from '../../../src/recommenders/interec/prompts.ts';

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
const textOf = (messages: readonly Message[]): string => messages.map(({ content }) => content).join('\n');

describe.each([
  ['a plan', planMessages],
  ['a step', (given: DialogueView) => stepMessages(given, [])],
])('the prompt for %s', (_, messages) => {
  test('shows earlier turns in turns', () => {
    const given = messages(view);
    expect(given.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(given[3]?.content).toContain('You said: Try Paper Moon Road.');
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

test('who plans and who judges are told what few ratings mean, and that wishes without an attribute hold on', () => {
  const told = textOf(planMessages(view));
  expect(told).toContain('{"attribute": "ratings", "from": 10}');
  expect(told).toContain('"nothing with a war", and each "wish" that is expected still holds');
  const unrated = { ...catalogue, enough: 0 };
  expect(textOf(planMessages({ ...view, catalogue: unrated }))).not.toContain('"ratings", "from"');
  expect(textOf(profileMessages([], catalogue))).toContain('("not the second one") is a title of "dislike"');
});
