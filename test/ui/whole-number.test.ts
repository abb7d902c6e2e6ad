import { expect, test } from 'vitest';
import { wholeNumber } from '../../src/ui/parts/fields/fields.ts';

test.each([
  [5, 5, ''],
  [1, 1, ''],
  [20, 20, ''],
  [21, 20, 'too-many'],
  [0, 1, 'too-few'],
  [2.5, 7, 'no-number'],
  [Number.NaN, 7, 'no-number'],
])('%s is taken as %s', (written, value, changed) => {
  expect(wholeNumber(written, 1, 20, 7)).toEqual({ value, changed });
});
