/** @file The papers' figures stand beside one's own where task and data are theirs, and nowhere else. */
import { expect, test } from 'vitest';
import type { EnvironmentSpec } from '../../src/core/simulation.ts';
import { DEFAULT_ENVIRONMENT } from '../../src/core/simulation.ts';
import { tablesOfPolicies, tablesOfTasks } from '../../src/papers/matching-tables.ts';
import { openPaper, paperCaption, paperValue } from '../../src/papers/paper.ts';

const recmind = await openPaper('recmind');
const suber = await openPaper('suber');

const beauty = {
  title: 'Beauty, sequences',
  itemNoun: 'item',
  counts: { users: 22_363, items: 12_101, interactions: 198_502 },
};
const toys = { ...beauty, title: 'Toys', counts: { users: 19_412, items: 11_924, interactions: 167_597 } };
const films = { ...beauty, title: 'Films', counts: { users: 610, items: 9742, interactions: 100_836 } };
const task = (name: string, options: object = {}, more: object = {}) => ({
  dataset: { name: 'beauty', options: {} },
  tasks: { name, options: { ...options } },
  ...more,
});
const titles = (asked: Parameters<typeof tablesOfTasks>[1]): readonly string[] =>
  tablesOfTasks(recmind, asked).map(({ table, data }) => `${table}: ${data}`);

test('RecMind’s tables belong to its task on its data', () => {
  const spec = task('rating-prediction');
  expect(titles({ spec, dataset: beauty })).toEqual(['Table 1: Amazon Reviews, Beauty']);
  expect(titles({ spec, dataset: toys })).toEqual(['Table 8: Amazon Reviews, Toys']);
  expect(titles({ spec: task('review-summarization'), dataset: toys })).toEqual(['Table 12: Amazon Reviews, Toys']);
  expect(titles({ spec: task('direct-recommendation'), dataset: beauty })).toEqual(['Table 2: Amazon Reviews, Beauty']);
  expect(
    titles({ spec: task('rating-prediction', {}, { split: { name: 'p5', options: {} } }), dataset: beauty }),
  ).toEqual(['Table 1: Amazon Reviews, Beauty']);
  expect(titles({ spec: task('sequential-recommendation', { candidates: 0 }), dataset: beauty })).toEqual([
    'Table 3: Amazon Reviews, Beauty',
  ]);
});

test('and with examples of its other domain the table of those', () => {
  expect(titles({ spec: task('rating-prediction', { shots: 3 }), dataset: toys, examples: [beauty, films] })).toEqual([
    'Table 6: Amazon Reviews, examples of Beauty to Toys',
    'Table 8: Amazon Reviews, Toys',
  ]);
});

const part = { name: 'beauty', options: { slice: { users: 50 } } };
const person = { name: 'beauty', options: { person: { name: 'I', ratings: [] } } };

test.each([
  ['other data', task('rating-prediction'), films],
  ['a part of the data', task('rating-prediction', {}, { dataset: part }), beauty],
  ['somebody of one’s own', task('rating-prediction', {}, { dataset: person }), beauty],
  ['candidates where the paper has none', task('sequential-recommendation'), beauty],
  ['another split', task('rating-prediction', {}, { split: { name: 'macrec', options: {} } }), beauty],
])('nothing stands beside %s', (_, spec, dataset) => {
  expect(titles({ spec, dataset })).toEqual([]);
});

const people = {
  name: 'suber-people',
  title: 'SUBER: people',
  itemNoun: 'film',
  counts: { users: 600, items: 0, interactions: 0 },
};
const catalogue = {
  ...people,
  name: 'suber-films',
  title: 'SUBER: films',
  counts: { ...people.counts, users: 0, items: 6263 },
};
const theirs: EnvironmentSpec = {
  ...DEFAULT_ENVIRONMENT,
  of: { dataset: 'suber-films' },
  peopleOf: { dataset: 'suber-people' },
  people: 600,
};

test('SUBER’s policies stand beside those for all of its people and its films', () => {
  const known = [people, catalogue];
  expect(tablesOfPolicies(suber, theirs, known).map(({ table }) => table)).toEqual(['Table 4']);
  expect(tablesOfPolicies(suber, { ...theirs, people: 50 }, known)).toEqual([]);
  expect(tablesOfPolicies(suber, { ...theirs, of: 'films' }, known)).toEqual([]);
  expect(tablesOfPolicies(suber, { ...theirs, peopleOf: 'synthetic' }, known)).toEqual([]);
  expect(tablesOfPolicies(suber, DEFAULT_ENVIRONMENT, known)).toEqual([]);
  // Its books have no table of policies.
  expect(tablesOfPolicies(suber, theirs, [people, { ...catalogue, itemNoun: 'book' }])).toEqual([]);
  // People that somebody else made up in the same columns.
  expect(tablesOfPolicies(suber, theirs, [{ ...people, title: 'Made up: people' }, catalogue])).toEqual([]);
});

test('they are marked as theirs, with the model that they used', () => {
  const [first] = tablesOfTasks(recmind, { spec: task('rating-prediction'), dataset: beauty });
  expect(paperCaption(recmind, first!)).toBe(
    'In the paper (RecMind, Table 1, Amazon Reviews, Beauty; gpt-3.5-turbo-16k where a row does not say): theirs, another model',
  );
  expect([paperValue({ mean: 0.5, spread: 0.01 }), paperValue(undefined)]).toEqual(['0.5 ± 0.01', '–']);
});
