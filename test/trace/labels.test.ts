/** @file Titles and answers of named questions and of language models' own. */
import { describe, expect, test } from 'vitest';
import { foundIn, type About, type Found } from '../../src/core/found.ts';
import { OWN_NAME } from '../../src/core/dataset.ts';
import { isLabelled, labelled, plainAnswer, shortAnswer, titleAbout } from '../../src/trace/labels.ts';
import { namesAround, namesOfLists } from '../../src/trace/names.ts';
import type { RatingTask } from '../../src/core/task.ts';
import { QUERIES } from '../../src/tools/queries/texts.ts';

const TASK: RatingTask = {
  type: 'rating-prediction',
  user: { id: 448, name: 'Klaus Ibarra' },
  item: { id: 6, title: 'Heat (1995)' },
  scale: { min: 0.5, max: 5, step: 0.5 },
  itemNoun: 'film',
  examples: [],
};
const CLUB = namesOfLists(
  { ids: [448, 563], names: ['Klaus Ibarra', 'Olga Berg'] },
  { ids: [6, 2904, 3, 4], names: ['Heat (1995)', 'X-Men (2000)', 'Ran (1985)', 'Shrek (2001)'] },
);
const NAMES = namesAround(TASK, CLUB);
const single = (query: string, about: About, value: number | null, support: number): Found & { query: string } => ({
  ...foundIn(query, about, { columns: ['value', 'support'], rows: value === null ? [] : [[value, support]] }),
  query,
});
const OWN: About = { users: [448], items: [6] };

describe('a labelled question', () => {
  test('has a title that names whom and what else than the task’s it is about', () => {
    expect(labelled(single('user-mean', { users: [448], items: [] }, 3.6, 61), NAMES)).toBe('Klaus’s average');
    expect(labelled(single('item-mean', { users: [], items: [6] }, 3.6, 61), NAMES)).toBe('The film’s average');
    expect(labelled(single('item-mean', { users: [], items: [2904] }, 3.6, 61), NAMES)).toBe('X-Men’s average');
    expect(labelled(single('genre-taste', { users: [563], items: [2904] }, 0.4, 2), NAMES)).toBe(
      'Same genres · X-Men · Olga Berg',
    );
  });

  test('has an answer in a few words and in a sentence', () => {
    const mean = single('user-mean', { users: [448], items: [] }, 3.6148, 61);
    expect([shortAnswer(mean, NAMES), plainAnswer(mean, NAMES)]).toEqual([
      '3.61',
      'Klaus gives 3.61 on average (61 ratings).',
    ]);
    const genres = single('genre-taste', OWN, -0.46, 1.79);
    expect([shortAnswer(genres, NAMES), plainAnswer(genres, NAMES)]).toEqual([
      '−0.46 vs. others',
      'Klaus rates films of the genres of Heat 0.46 lower than others do (their weights add up to 1.79).',
    ]);
    const none = single('similar-users', OWN, null, 0);
    expect([shortAnswer(none, NAMES), plainAnswer(none, NAMES)]).toEqual([
      'nothing on record',
      'Nobody like Klaus has rated Heat.',
    ]);
  });

  test('is put to the reader where they are the person', () => {
    const own = namesAround(
      { ...TASK, user: { id: 448, name: OWN_NAME } },
      { person: () => OWN_NAME, item: CLUB.item },
    );
    const mean = single('user-mean', { users: [448], items: [] }, 3.9, 4);
    expect([labelled(mean, own), plainAnswer(mean, own)]).toEqual([
      'Your average',
      'You give 3.90 on average (4 ratings).',
    ]);
  });
});

test('every named question has a label', () => {
  const bare = (query: string): Found => ({ query, about: OWN, value: null, support: 0, columns: [], rows: [] });
  expect(QUERIES.filter(({ name }) => !isLabelled(bare(name)))).toEqual([]);
});

test('a model’s own question is called by its words, and by whom and what its statement names', () => {
  const slip = foundIn(null, { users: [448], items: [2904] }, { columns: ['AVG(rating)'], rows: [[3.2]] });
  expect(titleAbout('Average rating', slip, NAMES)).toBe('Average rating · X-Men');
  expect(titleAbout('Average rating of X-Men', slip, NAMES)).toBe('Average rating of X-Men');
  expect(titleAbout('Average rating', { ...slip, about: OWN }, NAMES)).toBe('Average rating');
  expect([isLabelled(slip), shortAnswer(slip, NAMES), plainAnswer(slip, NAMES)]).toEqual([false, null, null]);
});
