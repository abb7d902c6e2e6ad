import { expect, test } from 'vitest';
import type { CriticView } from '../../src/core/dialogue.ts';
import { judgeTurn } from '../../src/reasoner/dialogue/critic.ts';

const NOBODY = { titles: [], values: [] };
const view = (reply: string): CriticView => ({
  text: 'the price of the first, and comedies under 90 minutes',
  plan: { intent: 'recommend', steps: [{ tool: 'map', input: { count: 2 } }], reply: '' },
  tracker: [{ tool: 'filter', input: {}, output: '1,204 candidates satisfy: running_time before 90.', failed: false }],
  items: [{ title: 'Paper Moon Road (1999)', facts: { rating: '4.25', running_time: '88' } }],
  reply,
  catalogue: {
    itemNoun: 'film',
    items: 2935,
    scale: { min: 1, max: 5 },
    years: null,
    enough: 10,
    isDescribed: false,
    attributes: [],
  },
  turns: [],
  profile: { like: NOBODY, dislike: NOBODY, expect: NOBODY },
  problems: [],
  unknown: [],
  explained: [],
});

test.each([
  'I recommend:\n1. Paper Moon Road (1999): rated 4.25',
  'Of 1204 comedies, Paper Moon Road (1999) runs for 88 minutes.',
])('what the records hold may be said: %s', (reply) => {
  expect(judgeTurn(view(reply)).isGood).toBe(true);
});

test.each([
  ['Paper Moon Road (1999), rated 4.7', '4.7'],
  ['Paper Moon Road (1999) runs for 91 minutes.', '91'],
  ['Paper Moon Road (1998)', '1998'],
])('a number that no record holds is sent back: %s', (reply, number) => {
  const { isGood, advice } = judgeTurn(view(reply));
  expect(isGood).toBe(false);
  if (!number.startsWith('19')) expect(advice).toContain(number);
});
