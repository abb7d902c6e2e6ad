/** @file Corrections count the rows of one metric in one reading, and nothing else. */
import { expect, test } from 'vitest';
import { NO_READING, type MetricResult, type TableRow } from '../../../src/core/evaluation.ts';
import { withSignificance } from '../../../src/lab/evaluation/row-results.ts';

const metric = (name: string, valid: number | null, misses = valid): MetricResult => ({
  name,
  higherIsBetter: true,
  valid: { ...NO_READING, p: valid },
  misses: { ...NO_READING, p: misses },
});
const row = (label: string, ...metrics: MetricResult[]): TableRow => ({ label, metrics }) as unknown as TableRow;
const told = (rows: readonly TableRow[], reading: 'valid' | 'misses' = 'valid') =>
  rows.map(({ metrics }) => metrics.map((one) => [one[reading].holmP, one[reading].significant]));

test('corrects over the rows of a metric; the reference has no difference and does not count', () => {
  const rows = withSignificance([
    row('reference', metric('HR@10', null), metric('MRR@10', null)),
    row('a', metric('HR@10', 0.02), metric('MRR@10', 0.02)),
    row('b', metric('HR@10', 0.03), metric('MRR@10', null)),
  ]);
  expect(told(rows)).toEqual([
    [
      [null, false],
      [null, false],
    ],
    [
      [0.04, true],
      [0.02, true],
    ],
    [
      [0.04, true],
      [null, false],
    ],
  ]);
});

test('what is below the level alone is not with enough others, and readings are corrected apart', () => {
  const rows = withSignificance([
    row('a', metric('HR@10', 0.02, 0.001)),
    row('b', metric('HR@10', 0.9)),
    row('c', metric('HR@10', 0.9)),
  ]);
  expect(told(rows)[0]).toEqual([[0.06, false]]);
  expect(told(rows, 'misses')[0]).toEqual([[0.003, true]]);
  // Every time from what was measured, however often a table is made.
  expect(withSignificance(rows)).toEqual(rows);
});

test('nothing is corrected, and nothing significant, while a row lacks tasks', () => {
  const done = row('a', metric('HR@10', 0.001));
  expect(told(withSignificance([done, { ...row('b', metric('HR@10', null)), missing: 3 }]))[0]).toEqual([
    [null, false],
  ]);
});
