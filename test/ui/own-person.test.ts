/** @file What the page makes of the ratings of whoever sits at it. */
import { expect, test } from 'vitest';
import { isStarred, ratingValues } from '../../src/ui/pages/person/deck.svelte.ts';

const scale = { min: 0.5, max: 5, step: 0.5 };

test('the values of a scale are its steps, without rounding errors, and whole stars where stars show the scale', () => {
  expect(ratingValues(scale)).toEqual([1, 2, 3, 4, 5]);
  expect(ratingValues({ min: 0, max: 0.5, step: 0.1 })).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  expect(ratingValues({ min: 0, max: 1e12, step: 1e-6 })).toHaveLength(1001);
  const starred = [scale, { min: 1, max: 5, step: 1 }, { min: 1, max: 10, step: 1 }];
  const listed = [
    { min: -10, max: 10, step: 1 },
    { min: 0, max: 5, step: 1 },
    { min: 1, max: 100, step: 1 },
  ];
  expect([...starred, ...listed].map(isStarred)).toEqual([true, true, true, false, false, false]);
});
