import { describe, expect, test } from 'vitest';
import { HEAT } from '../ui/scripted-run.ts';
import { eitherNames, firstName, namesAround, namesOfLists, TraceNames, withNames } from '../../src/trace/names.ts';

const CLUB = namesOfLists(
  { ids: [448, 563, 216], names: ['Klaus Ibarra', 'Olga Berg', 'Luca Rossi'] },
  {
    ids: [6, 2904, 2641, 1, 2, 3, 4],
    names: [
      'Heat (1995)',
      'X-Men (2000)',
      'The Time Machine (2002)',
      'Alien (1979)',
      'Crouching Tiger, Hidden Dragon (2000)',
      'Heat, the other one',
      'Shrek (2001)',
    ],
  },
);

describe('numbers in a text', () => {
  test.each([
    ['What is the average rating of item 2904, X-Men (2000)?', 'What is the average rating of X-Men (2000)?'],
    [
      'How will user 448 rate item 6, Title: Heat (1995), Genres: Crime?',
      'How will Klaus Ibarra rate Heat (1995), Genres: Crime?',
    ],
  ])('%s', (text, said) => {
    expect(withNames(text, CLUB)).toBe(said);
  });

  test.each(['user 99 and item 99', 'SELECT user_id = 448', 'the superuser 448'])('%s stays', (text) => {
    expect(withNames(text, CLUB)).toBe(text);
  });

  test('in a list the first few are named, and the others counted', () => {
    expect(withNames('How close is each of items 1, 2, 3, 4, 6 to it?', CLUB)).toBe(
      'How close is each of Alien (1979), Crouching Tiger, Hidden Dragon (2000), Heat, the other one and 2 more to it?',
    );
  });
});

test('a trace names its own people and items', () => {
  const names = new TraceNames();
  const at = { seq: 0, time: 0, node: '0' };
  const detail = {
    id: '5:6',
    task: {
      type: 'direct-recommendation',
      user: { id: 5, name: 'Ada King' },
      candidates: [{ id: 6, title: 'Heat (1995)' }],
      itemNoun: 'film',
      examples: [],
    },
  } as const;
  names.add({ ...at, type: 'node-start', parent: null, kind: 'task', label: 'a', detail });
  names.add({ ...at, type: 'truth', truth: { type: 'choice', item: { id: 7, title: 'Alien (1979)' } } });
  expect([names.person(5), names.item(6), names.item(7), names.item(8)]).toEqual([
    'Ada King',
    'Heat (1995)',
    'Alien (1979)',
    null,
  ]);
  expect(eitherNames(names, CLUB).person(448)).toBe('Klaus Ibarra');
});

test('the person of a task goes by the first name, others by the whole one', () => {
  expect(['Klaus Ibarra', 'person 478', 'Ada'].map(firstName)).toEqual(['Klaus', 'person 478', 'Ada']);
  const around = namesAround({ ...HEAT, user: { id: 448, name: 'Klaus Ibarra' } }, CLUB);
  expect([around.person(448), around.person(563)]).toEqual(['Klaus', 'Olga Berg']);
});
