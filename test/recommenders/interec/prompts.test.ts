/** @file What the prompts of a conversation tell a language model: all that their views hold, in forms that it may imitate. */
import { describe, expect, test } from 'vitest';
import type { CatalogueOutline, DialogueView } from '../../../src/core/dialogue.ts';
import type { Message } from '../../../src/core/language-model.ts';
import { planMessages, stepMessages } from '../../../src/recommenders/interec/prompts.ts';

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
const textOf = (messages: readonly Message[]): string => messages.map(({ content }) => content).join('\n');

describe.each([
  ['a plan', planMessages],
  ['a step', (given: DialogueView) => stepMessages(given, [])],
])('the prompt for %s', (_, messages) => {
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
});
