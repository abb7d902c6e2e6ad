import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../src/core/dataset.ts';
import { profileOf, tablePage } from '../../src/data/profile.ts';
import { datasetOf } from './dataset.ts';

/** A dataset of interactions of person, item, rating and time. */
const madeOf = (...rows: readonly (readonly [number, number, number, number])[]): Dataset =>
  datasetOf(
    rows.map(([user, item, rating, time]) => ({ user, item, rating, time, review: null })),
    3,
    2,
  );

const DAY = 86_400;
const START = Date.UTC(2020, 0, 30) / 1000;

describe('the profile of a dataset', () => {
  const dataset = madeOf(
    [1, 1, 5, START],
    [1, 2, 4, START + DAY],
    [2, 1, 4, START + 2 * DAY],
    [3, 1, 1, START + 2 * DAY],
  );

  test('spreads its ratings, people and items', () => {
    const { ratings, perPerson, perItem } = profileOf(dataset);
    expect(ratings.filter(({ count }) => count > 0)).toEqual([
      { rating: 1, count: 1 },
      { rating: 4, count: 2 },
      { rating: 5, count: 1 },
    ]);
    expect(perPerson).toEqual({ min: 1, median: 1, mean: 4 / 3, max: 2 });
    expect(perItem).toEqual({ min: 1, median: 2, mean: 2, max: 3 });
  });

  test('draws the long tail from nothing to everything, the most popular first', () => {
    const { longTail } = profileOf(dataset);
    expect(longTail[0]).toEqual({ items: 0, interactions: 0 });
    expect(longTail.find(({ items }) => items === 0.5)).toEqual({ items: 0.5, interactions: 0.75 });
    expect(longTail.at(-1)).toEqual({ items: 1, interactions: 1 });
  });

  test('counts days in UTC, those without ratings among them', () => {
    const gap = madeOf([1, 1, 5, START], [1, 2, 4, START + 3 * DAY - 1]);
    expect(profileOf(gap).activity).toEqual({
      unit: 'day',
      periods: [
        { name: '2020-01-30', count: 1 },
        { name: '2020-01-31', count: 0 },
        { name: '2020-02-01', count: 1 },
      ],
    });
  });

  test('has no activity where the source has no times, and nothing at all without interactions', () => {
    expect(profileOf(madeOf([1, 1, 5, 0])).activity).toBeNull();
    expect(profileOf(madeOf())).toMatchObject({ perPerson: null, perItem: null, longTail: [], activity: null });
  });
});

describe('the rows of a dataset', () => {
  const dataset = madeOf([1, 1, 5, START], [1, 2, 4, START], [2, 1, 3, START]);

  test('come a page at a time, with how many there are', () => {
    const page = tablePage(dataset, { table: 'interactions', text: '', from: 1, count: 1 });
    expect(page.total).toBe(3);
    expect(page.rows).toHaveLength(1);
    expect(page.rows[0]?.slice(0, 5)).toEqual([1, dataset.users[0]?.name, 2, dataset.items[1]?.title, 4]);
  });

  test('are found by a text in any cell, capitals aside', () => {
    const title = dataset.items[0]?.title ?? '';
    const page = tablePage(dataset, { table: 'interactions', text: title.toUpperCase(), from: 0, count: 50 });
    expect(page.rows.map(([person]) => person)).toEqual([1, 2]);
    expect(tablePage(dataset, { table: 'items', text: 'no such film', from: 0, count: 50 })).toMatchObject({
      rows: [],
      total: 0,
    });
  });
});
