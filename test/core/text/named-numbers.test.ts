import { expect, test } from 'vitest';
import { namedNumbers } from '../../../src/core/text/words.ts';

test('numbers are read by their names, however they are parted and written', () => {
  expect(namedNumbers(' rate=1E-3, steps = 8;clip=-.5 decay=1e+2 ')).toEqual([
    ['rate', 0.001],
    ['steps', 8],
    ['clip', -0.5],
    ['decay', 100],
  ]);
  expect(namedNumbers('')).toEqual([]);
});

test.each(['width 0.5', 'rate', 'rate=', '=1', 'rate=fast', 'rate=1=2', 'rate=Infinity', 'rate=0.1, steps'])(
  '%s is refused',
  (text) => {
    expect(() => namedNumbers(text)).toThrow('is not name=number');
  },
);
