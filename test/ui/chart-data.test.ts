import { describe, expect, test } from 'vitest';
import { NO_READING, type EvaluationTable, type Factors, type TableRow } from '../../src/core/evaluation.ts';
import {
  along,
  levelsOf,
  paretoFront,
  pointsOf,
  transferPoints,
} from '../../src/ui/pages/compare/charts/chart-data.ts';

const NONE: Factors = { method: '', model: null, shots: null, budget: null };

function row(label: string, value: number, modelCalls: number, factors: Partial<Factors> = {}): TableRow {
  const reading = (shown: number) => ({
    ...NO_READING,
    value: { value: shown, low: shown - 0.1, high: shown + 0.1 },
  });
  const metrics = [
    { name: 'HR@10', higherIsBetter: true, valid: reading(value), misses: reading(value / 2), people: null },
  ];
  const cost = { modelCalls, toolCalls: 0, tokens: 0, seconds: 0 };
  const replies = { constrained: 0, validated: 1, mended: 0, repaired: 0, failed: 0 };
  const counts = { tasks: 1, missing: 0, people: 1, failures: {}, replies, computedShare: null, timedOutStatements: 0 };
  return {
    label,
    factors: { ...NONE, method: label, ...factors },
    ...counts,
    metrics,
    lists: [],
    cost,
    positions: [],
    slices: [],
  };
}

const table = (...rows: TableRow[]): EvaluationTable => ({ name: 'x', base: '', seeds: [1], rows });
const question = { metric: 'HR@10', misses: false };
const labels = (points: readonly { readonly label: string }[]) => points.map(({ label }) => label);

describe('the front of what nothing beats', () => {
  const rows = table(
    row('io', 0.1, 1),
    row('cot', 0.5, 14),
    row('bfs', 0.5, 57),
    row('si', 0.6, 18),
    row('pop', 0.3, 0),
  );

  test('holds what is better than all that costs no more, cheapest first', () => {
    expect(labels(paretoFront(pointsOf(rows, question), 'modelCalls', true))).toEqual(['pop', 'cot', 'si']);
  });
});

test('points take the reading that is asked for, and rows without one are left out', () => {
  const empty = { ...row('none', 0, 0), metrics: [] };
  const points = pointsOf(table(row('io', 0.4, 1), empty), { ...question, misses: true });
  expect(points.map(({ label, value }) => [label, value])).toEqual([['io', 0.2]]);
});

test('along a dimension the others stay at their first level, and what has no such dimension is left out', () => {
  const rows = table(
    row('a', 0.1, 1, { method: 'si', model: 'default', shots: 0 }),
    row('b', 0.2, 1, { method: 'si', model: 'default', shots: 3 }),
    row('c', 0.3, 1, { method: 'si', model: 'careless', shots: 0 }),
    row('pop', 0.3, 0),
  );
  const points = pointsOf(rows, question);
  expect(labels(along(points, 'shots'))).toEqual(['a', 'b']);
  expect(labels(along(points, 'model'))).toEqual(['a', 'c']);
  expect(labels(along(points, 'budget'))).toEqual([]);
  expect(levelsOf(rows, 'shots')).toEqual([0, 3]);
});

test('domain transfer sets no examples, own ones and another domain’s side by side', () => {
  const rows = table(
    row('zero', 0.1, 1, { method: 'si', shots: 0 }),
    row('own', 0.3, 1, { method: 'si', shots: 3, examplesFrom: null }),
    row('books', 0.2, 1, { method: 'si', shots: 3, examplesFrom: 'Books' }),
    row('more', 0.4, 1, { method: 'si', shots: 5, examplesFrom: null }),
    row('pop', 0.3, 0),
  );
  const points = pointsOf(rows, question);
  expect(transferPoints(points).map(({ label, source }) => [label, source])).toEqual([
    ['zero', 'no examples'],
    ['own', '3 own examples'],
    ['books', '3 examples from Books'],
  ]);
  expect(labels(along(points, 'shots'))).toEqual(['zero', 'own', 'more']);
  expect(transferPoints(points.filter(({ label }) => label !== 'books'))).toEqual([]);
});
