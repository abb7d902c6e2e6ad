/** @file Which differences of a table are more than chance: p-values corrected for the number of rows that they were looked for in. */
import type { MetricResult, Reading, TableRow } from '../../core/evaluation.ts';
import { SIGNIFICANCE_LEVEL } from '../../core/evaluation.ts';
import { holm } from '../../metrics/holm.ts';

const READINGS = ['valid', 'misses'] as const;
type ReadingName = (typeof READINGS)[number];

/** The adjusted p-values of one metric, in one reading, by row; those without a difference are left out. */
function adjustedOf(rows: readonly TableRow[], metric: string, reading: ReadingName): ReadonlyMap<string, number> {
  const told = rows.flatMap(({ label, metrics }) => {
    const p = metrics.find(({ name }) => name === metric)?.[reading].p ?? null;
    return p === null ? [] : [{ label, p }];
  });
  const adjusted = holm(told.map(({ p }) => p));
  return new Map(told.map(({ label }, at) => [label, adjusted[at] as number]));
}

const corrected = (reading: Reading, holmP: number | undefined): Reading =>
  holmP === undefined ? reading : { ...reading, holmP, significant: holmP < SIGNIFICANCE_LEVEL };

/**
 * The rows with their p-values corrected by Holm's step-down over the rows of each metric, and what is significant then. While
 * tasks are missing nothing is: a correction for the rows that happen to be done would be taken back by those to come.
 */
export function withSignificance(rows: readonly TableRow[]): TableRow[] {
  if (rows.some(({ missing }) => missing > 0)) return [...rows];
  const names = new Set(rows.flatMap(({ metrics }) => metrics.map(({ name }) => name)));
  const adjusted = new Map(
    [...names].flatMap((name) =>
      READINGS.map((reading) => [`${reading} ${name}`, adjustedOf(rows, name, reading)] as const),
    ),
  );
  return rows.map((row) => {
    const read = ({ name, ...metric }: MetricResult, reading: ReadingName): Reading =>
      corrected(metric[reading], adjusted.get(`${reading} ${name}`)?.get(row.label));
    const metrics = row.metrics.map((metric): MetricResult => ({
      ...metric,
      valid: read(metric, 'valid'),
      misses: read(metric, 'misses'),
    }));
    return { ...row, metrics };
  });
}
