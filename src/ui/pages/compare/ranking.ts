/** @file Whether the rows of an evaluation can be ranked, and which of them are best. */
import { NO_READING, type EvaluationTable } from '../../../core/evaluation.ts';
import { count } from '../../words.ts';

/** How failures are read, as in `Question` of the charts. */
interface Shown {
  readonly metric: string;
  /** Whether failures are counted as misses. */
  readonly misses: boolean;
}

/** Why the rows cannot be ranked, in one sentence; null where all of them have all of their tasks. */
export function whyUnranked({ rows }: EvaluationTable): string | null {
  const partial = rows.filter(({ missing }) => missing > 0);
  if (partial.length === 0) return null;
  const tasks = rows.reduce((sum, row) => sum + row.tasks, 0);
  const all = rows.reduce((sum, row) => sum + row.tasks + row.missing, 0);
  return `Not ranked yet: ${count(tasks)} of ${count(all)} tasks are done, and the rows can be ranked only when all of them have the same tasks.`;
}

/**
 * The labels of the rows with the best value of a metric. None where rows cannot be ranked yet, none where all rows have the same
 * value, and none where nothing tells the best from chance: it differs from the reference, or is it and another row differs.
 */
export function bestRows(table: EvaluationTable, { metric, misses }: Shown): readonly string[] {
  if (whyUnranked(table) !== null) return [];
  const measured = table.rows.flatMap(({ label, metrics }) => {
    const result = metrics.find(({ name }) => name === metric);
    const { value, significant } = (misses ? result?.misses : result?.valid) ?? NO_READING;
    return result === undefined || value === null
      ? []
      : [{ label, value: result.higherIsBetter ? value.value : -value.value, significant }];
  });
  const values = measured.map(({ value }) => value);
  const top = Math.max(...values);
  if (values.every((value) => value === top)) return [];
  const best = measured.filter(({ value }) => value === top);
  const isBase = best.some(({ label }) => label === table.base);
  return (isBase ? measured : best).some(({ significant }) => significant) ? best.map(({ label }) => label) : [];
}
