/** @file When an answer counts as right. */
import { expect, test } from 'vitest';
import { isRight } from '../../src/core/right-answers.ts';
import { METRICS } from '../../src/metrics/registry.ts';

test.each([
  ['RMSE', 0.49, true],
  ['MAE', 0.5, false],
  ['Accuracy', 1, true],
  ['Accuracy', 0, false],
  ['HR@10', 1, true],
  ['NDCG@5', 0.3, true],
  ['MRR@10', 0, false],
  ['ROUGE-1', 50, null],
] as const)('%s of %d', (metric, value, right) => {
  expect(isRight(metric, value)).toBe(right);
});

test('every metric of ratings and rankings knows right and wrong, and those of texts do not', () => {
  for (const { name } of METRICS) expect(isRight(name, 0) === null, name).toBe(/^(?:ROUGE|BLEU)/.test(name));
});
