/** @file Metrics against other people's libraries, and their edges. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_METRICS, METRICS, METRICS_OF } from '../../src/metrics/registry.ts';
import type { Metric } from '../../src/core/evaluation.ts';
import type { Recommendation, Truth } from '../../src/core/task.ts';
import { oracleFile } from '../oracles/oracle-file.ts';

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
const text = (words: string): Recommendation & Truth => ({ type: 'text', text: words });
const rating = (value: number): Recommendation & Truth => ({ type: 'rating', rating: value });

describe('against ranx and scikit-learn', () => {
  const read = (): Oracle => JSON.parse(readFileSync(oracleFile('ranking-metrics'), 'utf8')) as Oracle;

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

/** For each kind of answer: a right and a wrong one, the truth, and what a metric of errors makes of the wrong one. */
const KINDS = {
  rating: { right: rating(4), wrong: rating(2), truth: rating(4) },
  choice: { right: ranking([7, 8]), wrong: ranking([8]), truth: choice(7) },
  text: { right: text('a warm film'), wrong: text('so cold'), truth: text('a warm film') },
} as const;

const kindOf = (name: string): keyof typeof KINDS =>
  name.includes('@') ? 'choice' : /^(BLEU|ROUGE)/.test(name) ? 'text' : 'rating';

/** The most that a metric can come to on its kind. */
const bestOf = (name: string): number => {
  if (kindOf(name) === 'text') return 100;
  return name.startsWith('Precision') ? 1 / Number(name.split('@')[1]) : 1;
};

const OTHERWISE = ['turns', 'HR@5 at once', 'similarity'];
const CONTRACT = METRICS.filter(({ name }) => !OTHERWISE.includes(name));

describe.each(CONTRACT.map((metric) => [metric.name, metric] as const))('%s', (name, metric) => {
  const { right, wrong, truth } = KINDS[kindOf(name)];

  test('does not apply to other kinds of answers', () => {
    for (const [kind, other] of Object.entries(KINDS)) {
      if (kind === kindOf(name)) continue;
      expect(metric.measure(other.right, truth)).toBeNull();
      expect(metric.measure(right, other.truth)).toBeNull();
    }
  });

  test('is no number over no task', () => {
    expect(metric.summarize([])).toBeNaN();
  });

  test('is best where the answer is right, and worse where it is not', () => {
    expect(metric.measure(right, truth)).toBeCloseTo(metric.higherIsBetter ? bestOf(name) : 0, 9);
    const worse = metric.measure(wrong, truth);
    expect(worse).not.toBeNull();
    if (metric.higherIsBetter) expect(worse).toBeLessThan(bestOf(name) / 10);
    else expect(worse).toBe(2);
  });
});

test('what was named in a conversation counts with its turn; a list without one has none', () => {
  const toldIn = (item: number, turn: number) => ({ ...ranking([item]), turn });
  const measured = [ranking([7, 8]), toldIn(7, 1), toldIn(7, 2), toldIn(8, 6)];
  for (const [name, values] of Object.entries({ turns: [null, 1, 2, 6], 'HR@5 at once': [null, 1, 0, 0] }))
    expect(measured.map((answer) => named(name).measure(answer, choice(7)))).toEqual(values);
});

test('ratings of a sitting are right within bounds, and alike where they are spread as MovieLens’', () => {
  const sitting = (...ratings: (number | null)[]): Recommendation => ({ type: 'rating', rating: 7, ratings });
  const bounds: Truth = { type: 'bounds', from: 8, to: 10 };
  expect(named('Accuracy').measure(sitting(8, 10, null, 7), bounds)).toBe(0.5);
  const alike = named('similarity');
  expect([sitting(3), sitting(null), ranking([3])].map((one) => alike.measure(one, bounds))).toEqual([3, null, null]);
  expect(alike.summarize([])).toBeNaN();
  expect(alike.summarize([8])).toBeCloseTo(0.2266, 9);
  const spread = [222, 383, 341, 988, 764, 1956, 1480, 2266, 755, 845];
  expect(alike.summarize(spread.flatMap((count, at) => Array<number>(count).fill(at + 1)))).toBeCloseTo(1, 9);
});

test('a rating that nobody knows is left out, and a prediction that is no number stays one', () => {
  expect(named('RMSE').measure(rating(3), rating(NaN))).toBeNull();
  expect(named('RMSE').summarize([named('RMSE').measure(rating(NaN), rating(3)) ?? 0, 1])).toBeNaN();
});

test('every metric applies to a kind of task, and every task offers only metrics that there are', () => {
  expect(new Set(Object.values(METRICS_OF).flat())).toEqual(new Set(METRICS.map(({ name }) => name)));
  for (const [task, names] of Object.entries(DEFAULT_METRICS))
    expect(METRICS_OF[task as keyof typeof METRICS_OF]).toEqual(expect.arrayContaining([...names]));
});
