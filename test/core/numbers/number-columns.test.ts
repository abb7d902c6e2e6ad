import { expect, test } from 'vitest';
import { columnText, withoutNoise } from '../../../src/core/numbers/number-columns.ts';

const written = (name: string, values: readonly (string | number | null)[]) => values.map(columnText(name, values));

test('a column has as many places throughout, at most four, and thousands apart', () => {
  expect(written('rmse', [0.97, 0.94578231, 1])).toEqual(['0.9700', '0.9458', '1.0000']);
  expect(written('ratings', [417867, 3])).toEqual(['417,867', '3']);
  expect(written('rating', [4, 4.5, null])).toEqual(['4.0', '4.5', '']);
  expect(written('error', [0.7639999999999998])).toEqual(['0.764']);
});

test('what names something is no amount, and what is tiny is not nothing', () => {
  expect(written('item_id', [1825])).toEqual(['1825']);
  expect(written('year', [2002])).toEqual(['2002']);
  expect(written('latest', [2010, null, 1931])).toEqual(['2010', '', '1931']);
  expect(written('difference', [0.00001234, 0])).toEqual(['0.000012', '0']);
});

test('what binary fractions leave behind is neither shown nor saved', () => {
  expect(written('Pers@10', [-2.2e-17, 0.4978])).toEqual(['0.0000', '0.4978']);
  expect([0.7639999999999998, -2.2e-17, 1 / 3, 7, 'a', null].map(withoutNoise)).toEqual([
    0.764,
    0,
    0.333333333333,
    7,
    'a',
    null,
  ]);
});
