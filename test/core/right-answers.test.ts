/** @file When an answer counts as right. */
import { expect, test } from 'vitest';
import { isRight } from '../../src/core/metric.ts';
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
  const metrics = METRICS.filter(({ name }) => !/^(?:ROUGE|BLEU)/.test(name));
  const unknown = metrics.map(({ name }) => name).filter((name) => isRight(name, 0) === null);
  expect(unknown, 'say in src/core/right-answers.ts when an answer is right by each').toEqual([]);
  for (const { name } of METRICS.filter((metric) => !metrics.includes(metric)))
    expect(isRight(name, 0), name).toBeNull();
});
