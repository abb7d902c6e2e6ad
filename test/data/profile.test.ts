import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../src/core/dataset.ts';
import { profileOf } from '../../src/data/profile.ts';
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
    const { ratings, perPerson, perItem, ofTopTenth } = profileOf(dataset);
    expect(ofTopTenth).toBe(3 / 4);
    expect(ratings.filter(({ count }) => count > 0)).toEqual([
      { rating: 1, count: 1 },
      { rating: 4, count: 2 },
      { rating: 5, count: 1 },
    ]);
    expect(perPerson).toEqual({ min: 1, median: 1, mean: 4 / 3, max: 2 });
    expect(perItem).toEqual({ min: 1, median: 2, mean: 2, max: 3 });
  });
});
