/** @file The largest and the smallest of many. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largest, smallest } from '../../../src/core/numbers/extremes.ts';

test('are what Math says', () => {
  fc.assert(
    fc.property(fc.array(fc.double()), (values) => {
      expect(largest(values)).toBe(Math.max(...values));
      expect(smallest(values)).toBe(Math.min(...values));
    }),
  );
});

test('are found of more values than a call takes', () => {
  const values = Float64Array.from({ length: 1_000_000 }, (_, at) => at);
  expect([largest(values), smallest(values)]).toEqual([999_999, 0]);
});
