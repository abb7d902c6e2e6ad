/** @file Items that a reply names: by what, and where it names none. */
import { describe, expect, test } from 'vitest';
import { idsNamed, itemReader, listNamed } from '../../../src/core/reply/named-items.ts';

const ITEMS = [
  { id: 2600, title: 'The Silence of the Lambs (1991)' },
  { id: 1991, title: 'Spawn (1997)' },
  { id: 2578, title: 'The Rundown (2003)' },
  { id: 7, title: '2001: A Space Odyssey (1968)' },
  { id: 8, title: 'Heat (1995)' },
  { id: 9, title: 'Heat (1986)' },
  { id: 10, title: '1917 (2019)' },
];
const named = itemReader(ITEMS);

describe('an item is named by', () => {
  test.each([
    ['The Silence of the Lambs (1991)', 2600, 'title'],
    ['the silence of the lambs', 2600, 'title'],
    ['"The Silence of the Lambs (1991)"', 2600, 'title'],
    ['2001: A Space Odyssey', 7, 'title'],
    ['Heat (1986)', 9, 'title'],
    ['2600', 2600, 'number'],
    ['item 2600', 2600, 'labelled number'],
    ['id 2600', 2600, 'labelled number'],
    ['item_id: 2600', 2600, 'labelled number'],
    ['2600: The Silence of the Lambs (1991)', 2600, 'labelled number'],
    ['2600: Title: The Silence of the Lambs (1991), Genres: Thriller', 2600, 'labelled number'],
    ['The Rundown (2578)', 2578, 'labelled number'],
    ['The Rundown (2003) (2578)', 2578, 'labelled number'],
    ['"The Rundown (2003)" (item 2578)', 2578, 'labelled number'],
    ['8: Heat', 8, 'labelled number'],
    ['2600: The Silence of the Lambs (1992)', 2600, 'labelled number'],
    ['2600: Title: The Silence of the Lambs (1991), Brand: Orion, Price: 9', 2600, 'labelled number'],
  ])('%s', (text, id, by) => {
    expect(named(text)).toEqual({ id, by });
  });
});

describe('none is named by', () => {
  test.each([
    'Heat',
    'The Silence of the Lambs (1992)',
    'Spawn (1991), or so',
    'The Rundown (2600)',
    '2600: The Rundown',
    'The Rundown (item 2600)',
    '8: Heat (1986)',
    'item 8 or item 9',
    'the 10 best films of 1991',
    '1917',
    '',
  ])('%j', (text) => {
    expect(named(text)).toBeNull();
  });
});

test('a ranking may hold ids, titles and both', () => {
  expect(idsNamed([8, '2600', 'The Rundown (2578)', 'Spawn (1997)', 'Heat'], ITEMS)).toEqual({
    ids: [8, 2600, 2578, 1991],
    note: '1 titles were read as the ids of their candidates',
  });
});

test('without items only a number alone, or a labelled one, names anything', () => {
  const alone = itemReader([]);
  expect(['7', 'item 7', 'Heat (1995)', '2001: A Space Odyssey'].map((text) => alone(text)?.id ?? null)).toEqual([
    7,
    7,
    null,
    null,
  ]);
});

describe('where one of the items is wanted', () => {
  test('a title with another year names the one that has it, with a note', () => {
    expect(idsNamed(['The Silence of the Lambs (1992)', 'Heat (1999)', 'Casino (1995)'], ITEMS)).toEqual({
      ids: [2600],
      note: '"The Silence of the Lambs (1992)" was read as "The Silence of the Lambs (1991)"',
    });
  });

  test('a year that is an id names nothing, except behind the title whose year it is', () => {
    expect(idsNamed(['The Rundown (1991)', 'The Rundown (1991) – the best'], ITEMS).ids).toEqual([]);
    expect(idsNamed(['The Silence of the Lambs (1991) – a thriller, the best'], ITEMS).ids).toEqual([2600]);
  });
});

describe('a list that is one text', () => {
  const COMMAS = [...ITEMS, { id: 11, title: 'Good, the Bad and the Ugly, The (1966)' }];
  test.each([
    ['8, 9 and 7', ['8', '9', '7']],
    ['8, 9, 7', ['8', '9', '7']],
    ['[8, 9, 7]', ['8', '9', '7']],
    ['8\n9', ['8', '9']],
    ['1. Heat (1995)\n2. Spawn', ['Heat (1995)', 'Spawn']],
    [
      'Spawn (1997), Good, the Bad and the Ugly, The (1966), and Heat (1995)',
      ['Spawn (1997)', 'Good, the Bad and the Ugly, The (1966)', 'Heat (1995)'],
    ],
    ['Spawn, Casablanca', null],
    ['Spawn', null],
    ['I would take 8, then 9.', null],
  ])('%j', (text, entries) => {
    expect(listNamed(text, COMMAS)).toEqual(entries);
  });
});

describe('the beginning of a title', () => {
  const films = [
    { id: 1, title: 'Master and Commander: The Far Side of the World (2003)' },
    { id: 2, title: 'Alien: Resurrection (1997)' },
    { id: 3, title: 'Alien: Covenant (2017)' },
    { id: 4, title: 'The Assassination of Jesse James by the Coward Robert Ford (2007)' },
  ];
  test.each([
    ['is that of one candidate', 'Master and Commander', [1]],
    ['stands behind its id', '4: The Assassination of Jesse James', [4]],
    ['is that of two', 'Alien', []],
    ['stands behind the id of another', '2: Master and Commander', []],
  ])('%s', (_, written, ids) => {
    expect(idsNamed([written, 3], films).ids).toEqual([...ids, 3]);
  });
});
