/** @file Looking up words that a stranger wrote. */
import { expect, test } from 'vitest';
import { ownValue } from '../../src/core/own-value.ts';

test('finds what the table has', () => {
  expect(ownValue({ year: 1, nothing: undefined }, 'year')).toBe(1);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'month'])('finds nothing of %s', (word) => {
  expect(ownValue({ year: 1 }, word)).toBeUndefined();
});
