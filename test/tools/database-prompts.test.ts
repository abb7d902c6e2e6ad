/** @file What a model is told of rows. */
import { expect, test } from 'vitest';
import { sentenceMessages } from '../../src/tools/statements.ts';

test('numbers have four decimals, or figures where they are small, and nothing stands behind the rows', () => {
  const rows = [
    ['Film 0'],
    [0.21345163736184214, 1234567.891234567, 0.000123456789, -2.00004, '0.21345163736184214', null],
  ];
  const text = sentenceMessages('How?', ['a'], rows, 'SELECT a').at(-1)?.content;
  expect(text).toMatch(/\n\["Film 0"\]\n\[0\.2135,1234567\.8912,0\.0001235,-2,"0\.21345163736184214",null\]$/);
});
