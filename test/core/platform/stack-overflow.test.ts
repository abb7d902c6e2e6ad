import { expect, test } from 'vitest';
import { isStackOverflow } from '../../../src/core/errors.ts';

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
};

test('is what this engine throws where calls go too deep, and what Firefox throws there', () => {
  const deeper = (depth: number): number => 1 + deeper(depth + 1);
  expect(isStackOverflow(thrownBy(() => deeper(0)))).toBe(true);
  expect(isStackOverflow(Object.assign(new Error('too much recursion'), { name: 'InternalError' }))).toBe(true);
  expect(isStackOverflow(new TypeError('is not a function'))).toBe(false);
  expect(isStackOverflow('too much recursion')).toBe(false);
});
