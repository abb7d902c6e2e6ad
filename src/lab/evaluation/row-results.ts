/** @file The metrics of a row by the position of the right item among the candidates. */
import {
  type Interval,
  type PositionResult,
  type TaskRecord,
  type MetricResult,
  type Reading,
  type TableRow,
  SIGNIFICANCE_LEVEL,
  type ListResult,
  SLICED_BY,
  type SliceResult,
} from '../../core/evaluation.ts';
import { breathe } from '../../core/clock.ts';
import { createRandom } from '../../core/random.ts';
import { bootstrap, holm, mean } from '../../metrics/statistics.ts';
import { LIST_METRICS } from '../../metrics/lists.ts';
import { CORPUS_METRICS } from '../../metrics/bleu.ts';
import type { AnswerFrom } from '../../core/trace.ts';

const QUARTERS = 4;

/** The bounds of up to four parts with about as many values each, both included; equal values stand in one part. */
export function equalParts(values: readonly number[], parts = QUARTERS): (readonly [number, number])[] {
  const sorted = values.toSorted((a, b) => a - b);
  const bounds: (readonly [number, number])[] = [];
  let start = 0;
  for (let part = 0; part < parts && start < sorted.length; part += 1) {
    let end = Math.max(start + 1, Math.round(((part + 1) * sorted.length) / parts));
    while (end < sorted.length && sorted[end] === sorted[end - 1]) end += 1;
    bounds.push([sorted[start] ?? 0, sorted[end - 1] ?? 0]);
    start = end;
  }
  return bounds;
}

/** The metrics by part; failures count as misses. @param records in a fixed order */
export async function slicesOf(records: readonly TaskRecord[], measures: readonly Measure[]): Promise<SliceResult[]> {
  const results: SliceResult[] = [];
  for (const by of SLICED_BY) {
    const factOf = ({ facts }: TaskRecord): number | null => facts?.[by] ?? null;
    const known = records.flatMap((record) => factOf(record) ?? []);
    for (const [from, to] of equalParts(known)) {
      const own = records.filter((record) => isWithin(factOf(record), from, to));
      results.push({ by, from, to, tasks: own.length, values: intervalsOf(own, measures, `${by} ${String(from)}`) });
      await breathe();
    }
  }
  return results;
}

const isWithin = (fact: number | null, from: number, to: number): boolean =>
  fact !== null && fact >= from && fact <= to;

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

/** Positions are taken together in at most this many parts. */
const PARTS = 5;
/** A rough picture needs fewer than a table. */
const RESAMPLES = 500;

export interface Measure {
  readonly metric: string;
  readonly summarize: (measurements: readonly number[]) => number;
}

/** Values by person: an interval is over people. */
function peopleOf(records: readonly TaskRecord[], metric: string): number[][] {
  const people = new Map<number, number[]>();
  for (const { person, values } of records) {
    const value = values[metric];
    if (value !== undefined) people.set(person, [...(people.get(person) ?? []), value]);
  }
  return [...people.values()];
}

/** The metrics of a part with their intervals. @param part the only key of its random draws */
export function intervalsOf(
  records: readonly TaskRecord[],
  measures: readonly Measure[],
  part: string,
): Readonly<Record<string, Interval>> {
  const values: Record<string, Interval> = {};
  for (const { metric, summarize } of measures) {
    const people = peopleOf(records, metric);
    const random = createRandom(`draws of people ${part}`);
    if (people.length > 0) values[metric] = bootstrap(people, summarize, random, RESAMPLES);
  }
  return values;
}

/** The metrics by position, in up to five parts of equal width; empty parts are left out. */
export async function positionsOf(
  candidates: number,
  records: readonly TaskRecord[],
  measures: readonly Measure[],
): Promise<PositionResult[]> {
  const placed = records.filter(({ position }) => position !== null);
  const width = Math.ceil(candidates / PARTS);
  const results: PositionResult[] = [];
  for (let from = 0; from < candidates; from += width) {
    const to = Math.min(from + width, candidates) - 1;
    const own = placed.filter(({ position }) => position !== null && position >= from && position <= to);
    if (own.length === 0) continue;
    const values = intervalsOf(own, measures, String(from));
    await breathe();
    results.push({ from, to, tasks: own.length, values });
  }
  return results;
}
