/** @file What rows of a table come to as a whole: their lists, and which differences are beyond chance. */
import {
  SIGNIFICANCE_LEVEL,
  type ListResult,
  type MetricResult,
  type Reading,
  type TableRow,
  type TaskRecord,
} from '../../core/evaluation.ts';
import { holm, mean } from '../../metrics/statistics.ts';
import { LIST_METRICS } from '../../metrics/lists.ts';
import { CORPUS_METRICS } from '../../metrics/bleu.ts';
import type { AnswerFrom } from '../../core/trace.ts';

/** The results of one answer over valid replies. @param records of each seed @param catalogue number of items */
export function listResults(
  seeds: readonly (readonly TaskRecord[])[],
  from: AnswerFrom,
  catalogue: number,
): ListResult[] {
  const answered = seeds.map((records) => records.filter(({ error }) => error === null));
  return [
    ...resultsOf(answered, LIST_METRICS, ({ lists }) => lists?.[from], catalogue),
    ...resultsOf(answered, CORPUS_METRICS, ({ texts }) => texts?.[from], catalogue),
  ];
}

interface Together<Part> extends Pick<ListResult, 'name' | 'words'> {
  readonly measure: (parts: readonly Part[], catalogue: number) => number;
}

function resultsOf<Part>(
  answered: readonly (readonly TaskRecord[])[],
  metrics: readonly Together<Part>[],
  partOf: (record: TaskRecord) => Part | undefined,
  catalogue: number,
): ListResult[] {
  if (answered.flat().some((record) => partOf(record) === undefined)) return [];
  const parts = answered.map((records) => records.flatMap((record) => partOf(record) ?? []));
  return metrics.flatMap(({ name, words, measure }): ListResult[] => {
    const values = parts.filter((ofSeed) => ofSeed.length > 0).map((ofSeed) => measure(ofSeed as Part[], catalogue));
    const measured = values.filter((value) => Number.isFinite(value));
    return measured.length === 0 ? [] : [{ name, words, value: mean(measured) }];
  });
}

const READINGS = ['valid', 'misses'] as const;
type ReadingName = (typeof READINGS)[number];

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

/** P-values corrected by Holm's step-down over the rows of each metric. While tasks are missing, nothing is significant. */
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
