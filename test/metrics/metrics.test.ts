/** @file Metrics against other people's libraries, and their edges. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_METRICS, METRICS } from '../../src/metrics/registry.ts';
import type { Metric } from '../../src/core/metric.ts';
import type { Recommendation, Truth } from '../../src/core/task.ts';
import { describeWithShared, sharedFile } from '../shared.ts';

const ORACLE = 'oracles/ranking-metrics.json';

interface Oracle {
  readonly ranking: readonly {
    readonly id: string;
    readonly ranked: readonly number[];
    readonly relevant: readonly (readonly [number, number])[];
    readonly expected: Readonly<Record<string, number>>;
  }[];
  readonly rating: readonly {
    readonly truth: readonly number[];
    readonly pred: readonly number[];
    readonly expected: { readonly rmse: number; readonly mae: number };
  }[];
}

const named = (name: string): Metric => {
  const metric = METRICS.find((candidate) => candidate.name === name);
  if (metric === undefined) throw new Error(`no metric ${name}`);
  return metric;
};
const ranking = (items: readonly number[]): Recommendation => ({ type: 'ranking', items });
const choice = (id: number): Truth => ({ type: 'choice', item: { id, title: '' } });
const rating = (value: number): Recommendation & Truth => ({ type: 'rating', rating: value });

describeWithShared('against ranx and scikit-learn', [ORACLE], () => {
  const read = (): Oracle => JSON.parse(readFileSync(sharedFile(ORACLE), 'utf8')) as Oracle;

  test.each([
    ['HR', 'hit_rate'],
    ['NDCG', 'ndcg'],
    ['MRR', 'mrr'],
    ['MAP', 'map'],
    ['Precision', 'precision'],
    ['Recall', 'recall'],
  ])('%s', (name, theirs) => {
    // The lab's tasks have one right item; so have these cases.
    const cases = read().ranking.filter(({ relevant }) => relevant.length === 1);
    expect(cases.length).toBeGreaterThan(5);
    for (const { ranked, relevant, expected } of cases) {
      for (const k of ['HR', 'NDCG'].includes(name) ? [1, 3, 5, 10] : [5, 10]) {
        const measured = named(`${name}@${k}`).measure(ranking(ranked), choice(relevant[0]?.[0] ?? NaN));
        expect(measured).toBeCloseTo(expected[`${theirs}@${k}`] ?? NaN, 9);
      }
    }
  });

  test('RMSE and MAE', () => {
    for (const { truth, pred, expected } of read().rating) {
      for (const [name, value] of [
        ['RMSE', expected.rmse],
        ['MAE', expected.mae],
      ] as const) {
        const metric = named(name);
        const measured = pred.map((predicted, index) => metric.measure(rating(predicted), rating(truth[index] ?? NaN)));
        expect(metric.summarize(measured.map(Number))).toBeCloseTo(value, 9);
      }
    }
  });
});

describe.each(METRICS.map((metric) => [metric.name, metric] as const))('%s', (name, metric) => {
  const isOfRatings = !name.includes('@');

  test('does not apply to the other kind of answer', () => {
    expect(metric.measure(isOfRatings ? ranking([1]) : rating(1), isOfRatings ? rating(1) : choice(1))).toBeNull();
    expect(metric.measure(isOfRatings ? rating(1) : ranking([1]), isOfRatings ? choice(1) : rating(1))).toBeNull();
  });

  test('is no number over no task', () => {
    expect(metric.summarize([])).toBeNaN();
  });

  test('is best where the answer is right, and worse where it is not', () => {
    const right = metric.measure(isOfRatings ? rating(4) : ranking([7, 8]), isOfRatings ? rating(4) : choice(7));
    const wrong = metric.measure(isOfRatings ? rating(2) : ranking([8]), isOfRatings ? rating(4) : choice(7));
    const k = name.startsWith('Precision') ? Number(name.split('@')[1]) : 1;
    expect(right).toBe(metric.higherIsBetter ? 1 / k : 0);
    expect(wrong).toBe(metric.higherIsBetter ? 0 : 2);
  });
});

test('a rating that nobody knows is left out, and a prediction that is no number stays one', () => {
  expect(named('RMSE').measure(rating(3), rating(NaN))).toBeNull();
  expect(named('RMSE').summarize([named('RMSE').measure(rating(NaN), rating(3)) ?? 0, 1])).toBeNaN();
});

test('every default metric exists', () => {
  for (const name of Object.values(DEFAULT_METRICS).flat()) expect(named(name).name).toBe(name);
});
