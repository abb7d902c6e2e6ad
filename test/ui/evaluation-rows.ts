/** @file Rows of a table, as an evaluation would give them. */
import type { EvaluationTable, Interval, TableRow } from '../../src/core/evaluation.ts';

/** What matters of a row. */
export interface RowOf {
  readonly label: string;
  readonly value: number;
  readonly difference?: Interval;
  readonly calls?: number;
  readonly tools?: number;
  /** Of a task. */
  readonly seconds?: number;
  readonly tasks?: number;
  readonly missing?: number;
  readonly higherIsBetter?: boolean;
}

/** A row with one metric, NDCG@10, read alike with failures left out and as misses. */
export function rowOf({
  label,
  value,
  difference,
  calls = 0,
  tools = 0,
  seconds = 0,
  tasks = 50,
  missing = 0,
  ...rest
}: RowOf): TableRow {
  const reading = {
    value: { value, low: value - 0.1, high: value + 0.1 },
    difference: difference ?? null,
    p: difference === undefined ? null : 0.01,
    holmP: difference === undefined ? null : 0.02,
    significant: difference !== undefined && (difference.low > 0 || difference.high < 0),
  };
  const metric = { name: 'NDCG@10', higherIsBetter: rest.higherIsBetter ?? true, valid: reading, misses: reading };
  const counts = { tasks, missing, people: tasks, failures: {}, factors: {} };
  const cost = { modelCalls: calls, toolCalls: tools, tokens: 0, seconds };
  return { label, ...counts, metrics: [metric], cost } as unknown as TableRow;
}

/** A table whose reference is its first row. */
export const tableOf = (...rows: readonly RowOf[]): EvaluationTable => ({
  name: 'x',
  base: rows[0]?.label ?? '',
  seeds: [1],
  rows: rows.map(rowOf),
});
