/** @file What the page says of sessions. */
import type { LeavingReason } from '../../../core/sessions.ts';
import type { RoundMeasure } from '../../../trace/sessions-fold.ts';

/** What is drawn over rounds: its title, and what it says. */
export const MEASURES: readonly (readonly [RoundMeasure, string, string])[] = [
  ['chosen', 'Share chosen', 'Of the items on the pages that somebody saw, those that they chose.'],
  ['depth', 'Pages per session', 'How many pages people see before they leave.'],
  ['came', 'Share that came', 'Of all people, those who came in this round; in the first, everybody does.'],
  [
    'entropy',
    'Genre entropy',
    'How mixed the genres of each person’s first page are, in bits: a filter bubble shows as a fall.',
  ],
];

/** Why somebody left, in words. */
export const LEFT: Readonly<Record<LeavingReason, string>> = {
  tired: 'patience used up',
  leaves: 'wanted to leave',
  'last-page': 'saw all pages',
  'nothing-left': 'nothing left to see',
  unread: 'a reply could not be read',
};

export const SESSIONS = {
  whatSessionsAre:
    'Simulated people come, look at pages of four, choose, rate, tire and leave, and come back or not. Recommenders are refitted before each round on what was rated under them; each has the same people, who begin alike. Everybody here is made up: a fall or a rise says what these rules do, and nothing of anybody real.',
  whole: 'held to the end',
  stopped: 'stopped before the end',
  chooseARecommender: 'Choose at least one recommender.',
  firstRound:
    'Nothing is fitted in the first round, so all that learn begin as random does. Bands are the mean ± 1.96 standard errors over people.',
  knowsRules: 'knows what the rules expect',
  bad: 'bad on purpose',
} as const;
