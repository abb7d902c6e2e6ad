import { describe, expect, test } from 'vitest';
import { NO_READING, type EvaluationTable, type Factors, type TableRow } from '../../src/core/evaluation.ts';
import { paretoFront, pointsOf } from '../../src/ui/pages/compare/charts/chart-data.ts';

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
