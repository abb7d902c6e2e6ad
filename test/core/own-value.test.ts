/** @file Looking up words that a stranger wrote. */
import { expect, test } from 'vitest';
import { ownValue, valueAt } from '../../src/core/json.ts';

test('finds what the table has', () => {
  expect(ownValue({ year: 1, nothing: undefined }, 'year')).toBe(1);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'month'])('finds nothing of %s', (word) => {
  expect(ownValue({ year: 1 }, word)).toBeUndefined();
});

test('follows a path of members and places, and none that every object has', () => {
  const table = { rows: [{ year: 1 }] };
  expect(valueAt(table, ['rows', 0, 'year'])).toBe(1);
  expect(valueAt(table, ['rows', 'constructor'])).toBeUndefined();
  expect(valueAt(table, ['rows', 1, 'year'])).toBeUndefined();
});
