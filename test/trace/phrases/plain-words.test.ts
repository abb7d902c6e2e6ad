import { expect, test } from 'vitest';
import { versusOthers, weighed } from '../../../src/trace/phrases/plain-words.ts';

test('a sum of weights is told as one: nobody is a part of a person', () => {
  expect(weighed(1.7883)).toBe('their weights add up to 1.79');
  expect(versusOthers({ value: -0.85, support: 0.3322 }, weighed(0.3322))).toBe(
    '0.85 lower than others do (their weights add up to 0.33)',
  );
});
