/**
 * @file The table of an evaluation: a fold over the records of its tasks. Intervals are 95 %, by percentile bootstrap over
 * people; differences are paired, the same people and tasks on both sides.
 */
import { createRandom } from '../../core/random.ts';
import { bootstrap, pairedBootstrap, type Interval, type Measurements } from '../../metrics/bootstrap.ts';
import { METRICS } from '../../metrics/registry.ts';
import type { Evaluation } from './evaluation-spec.ts';
import { metricName, type TaskRecord } from './task-record.ts';

/** A reading of a metric. */
export interface Reading {
  /** Null where nothing was measured. */
  readonly value: Interval | null;
  /** Less the base row's, over the tasks that both have; null for the base row. */
  readonly difference: Interval | null;
  /** True where the interval of the difference leaves out 0. */
  readonly significant: boolean;
}

/** A metric of a row. */
export interface MetricResult {
  readonly name: string;
  readonly higherIsBetter: boolean;
  /** Over valid replies only. */
  readonly valid: Reading;
  /** Failures counted as misses: an empty list, or the worst rating that there is. */
  readonly misses: Reading;
}

/** A row of the table. */
export interface TableRow {
  readonly label: string;
  /** Tasks with a record, over all seeds, and those that still lack one. */
  readonly tasks: number;
  readonly missing: number;
  readonly people: number;
  readonly failures: { readonly [code: string]: number };
  readonly metrics: readonly MetricResult[];
  /** Means over the tasks, failed ones too; null where there is none. */
  readonly cost: { readonly [Part in (typeof COSTS)[number]]: number | null };
}

/** What a task costs. */
export const COSTS = ['modelCalls', 'toolCalls', 'tokens', 'seconds'] as const;

/** The results of an evaluation. */
export interface EvaluationTable {
  readonly name: string;
  readonly base: string;
  readonly seeds: readonly number[];
  readonly rows: readonly TableRow[];
}

/** Records of a row by seed and task. */
type RowRecords = ReadonlyMap<string, TaskRecord>;

const NOTHING: Reading = { value: null, difference: null, significant: false };

/** In the order of seeds and ids, whoever wrote them in whatever order. */
function recordsByRow({ cells, rows }: Evaluation, records: readonly TaskRecord[]): Map<string, RowRecords> {
  const byCell = new Map<string, TaskRecord[]>();
  for (const record of records) byCell.set(record.cell, [...(byCell.get(record.cell) ?? []), record]);
  const byRow = rows.map((label): [string, RowRecords] => {
    const own = cells.filter((cell) => cell.label === label);
    const entries = own.flatMap(({ digest, spec }) =>
      (byCell.get(digest) ?? [])
        .toSorted((a, b) => a.person - b.person || (a.task < b.task ? -1 : 1))
        .map((record): [string, TaskRecord] => [`${spec.seed} ${record.task}`, record]),
    );
    return [label, new Map(entries)];
  });
  return new Map(byRow);
}

/** Values of these tasks by person, ascending by id. */
function byPerson(records: RowRecords, keys: readonly string[], metric: string): Measurements[] {
  const people = new Map<number, number[]>();
  for (const key of keys) {
    const record = records.get(key);
    const value = record?.values[metric];
    if (record === undefined || value === undefined) continue;
    const known = people.get(record.person);
    if (known === undefined) people.set(record.person, [value]);
    else known.push(value);
  }
  return [...people].sort(([a], [b]) => a - b).map(([, values]) => values);
}

interface Question {
  readonly label: string;
  readonly metric: string;
  readonly summarize: (measurements: readonly number[]) => number;
  /** Null for the base row itself. */
  readonly base: RowRecords | null;
  readonly counts: (record: TaskRecord) => boolean;
}

function readingOf(records: RowRecords, { label, metric, summarize, base, counts }: Question): Reading {
  const has = (row: RowRecords, key: string): boolean => {
    const record = row.get(key);
    return record !== undefined && counts(record) && record.values[metric] !== undefined;
  };
  const keys = [...records.keys()].filter((key) => has(records, key));
  if (keys.length === 0) return NOTHING;
  const random = createRandom(`${label} ${metric}`);
  const value = bootstrap(byPerson(records, keys, metric), summarize, random.fork('value'));
  const both = base === null ? [] : keys.filter((key) => has(base, key));
  if (base === null || both.length === 0) return { ...NOTHING, value };
  const sides = [byPerson(records, both, metric), byPerson(base, both, metric)] as const;
  const difference = pairedBootstrap(...sides, summarize, random.fork('difference'));
  return { value, difference, significant: difference.low > 0 || difference.high < 0 };
}

function metricResults(
  evaluation: Evaluation,
  label: string,
  records: RowRecords,
  base: RowRecords | null,
): MetricResult[] {
  const spec = evaluation.cells.find((cell) => cell.label === label)?.spec;
  if (spec === undefined) return [];
  const from = spec.recommender.name === 'recmind' ? spec.recommender.options.answerFrom : 'kept';
  const answers = from === 'both' ? ['kept', 'explored'] : [from];
  const isWhole = (row: RowRecords | null) => row === null || [...row.values()].every(({ error }) => error === null);
  return spec.metrics.flatMap((name) => {
    const metric = METRICS.find((one) => one.name === name);
    if (metric === undefined) return [];
    const { higherIsBetter } = metric;
    const summarize = (measurements: readonly number[]): number => metric.summarize(measurements);
    return answers.map((answer): MetricResult => {
      const question = { label, metric: metricName(name, answer), summarize, base };
      const valid = readingOf(records, { ...question, counts: ({ error }) => error === null });
      // Without a failure on either side both readings are one.
      const misses =
        isWhole(records) && isWhole(base) ? valid : readingOf(records, { ...question, counts: () => true });
      return { name: question.metric, higherIsBetter, valid, misses };
    });
  });
}

function failuresOf(records: RowRecords): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const { error } of records.values()) if (error !== null) failures[error] = (failures[error] ?? 0) + 1;
  return Object.fromEntries(Object.entries(failures).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function costOf(records: RowRecords): TableRow['cost'] {
  const all = [...records.values()];
  const meanOf = (part: (typeof COSTS)[number]): number | null =>
    all.length === 0 ? null : all.reduce((sum, record) => sum + record[part], 0) / all.length;
  return {
    modelCalls: meanOf('modelCalls'),
    toolCalls: meanOf('toolCalls'),
    tokens: meanOf('tokens'),
    seconds: meanOf('seconds'),
  };
}

/**
 * The table of an evaluation, finished or not. Equal records give equal tables, in whatever order they come.
 * @param tasks how many tasks each cell has, in the order of the cells
 */
export function tableOf(
  evaluation: Evaluation,
  tasks: readonly number[],
  records: readonly TaskRecord[],
): EvaluationTable {
  const { spec, cells, rows, base } = evaluation;
  const byRow = recordsByRow(evaluation, records);
  const baseRecords = byRow.get(base) ?? null;
  return {
    name: spec.name,
    base,
    seeds: [...new Set(cells.map((cell) => cell.spec.seed))],
    rows: rows.map((label): TableRow => {
      const own = byRow.get(label) ?? new Map<string, TaskRecord>();
      const planned = cells.reduce((sum, cell, at) => sum + (cell.label === label ? (tasks[at] ?? 0) : 0), 0);
      return {
        label,
        tasks: own.size,
        missing: planned - own.size,
        people: new Set([...own.values()].map(({ person }) => person)).size,
        failures: failuresOf(own),
        metrics: metricResults(evaluation, label, own, label === base ? null : baseRecords),
        cost: costOf(own),
      };
    }),
  };
}
