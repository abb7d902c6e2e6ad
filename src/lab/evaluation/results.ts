/** @file The table of an evaluation. Intervals: 95 %, percentile bootstrap over people; paired differences, permutation test. */
import { breathe } from '../../core/clock.ts';
import { addedReplies, computedShare, NO_REPLIES } from '../../core/costs.ts';
import {
  COSTS,
  NO_READING,
  type Cost,
  type EvaluationTable,
  type MetricResult,
  type Reading,
  type TableRow,
  type TaskRecord,
} from '../../core/evaluation.ts';
import { createRandom } from '../../core/random.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { bootstrap, pairedBootstrap, type Measurements, permutationTest } from '../../metrics/statistics.ts';
import { METRICS } from '../../metrics/registry.ts';
import { answerRecord } from './task-record.ts';
import type { Evaluation, EvaluationCell, EvaluationRow } from './evaluation-spec.ts';
import { listResults, withSignificance } from './row-results.ts';

type RowRecords = ReadonlyMap<string, TaskRecord>;

function inOrder(
  cells: readonly EvaluationCell[],
  answer: AnswerFrom,
  byCell: ReadonlyMap<string, readonly TaskRecord[]>,
): RowRecords {
  return new Map(
    cells.flatMap(({ digest, spec }) =>
      (byCell.get(digest) ?? [])
        .toSorted((a, b) => a.person - b.person || (a.task < b.task ? -1 : 1))
        .map((record): [string, TaskRecord] => [
          `${spec.seed} ${record.task}`,
          answerRecord(record, answer, spec.metrics),
        ]),
    ),
  );
}

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
  readonly metric: string;
  readonly summarize: (measurements: readonly number[]) => number;
  readonly base: RowRecords | null;
  readonly counts: (record: TaskRecord) => boolean;
}

async function readingOf(records: RowRecords, { metric, summarize, base, counts }: Question): Promise<Reading> {
  const has = (row: RowRecords, key: string): boolean => {
    const record = row.get(key);
    return record !== undefined && counts(record) && record.values[metric] !== undefined;
  };
  const keys = [...records.keys()].filter((key) => has(records, key));
  if (keys.length === 0) return NO_READING;
  // The same people are drawn for every row and metric, so that rows that are alike have intervals that are alike.
  const random = createRandom('draws of people');
  const value = bootstrap(byPerson(records, keys, metric), summarize, random.fork('people'));
  await breathe();
  const both = base === null ? [] : keys.filter((key) => has(base, key));
  if (base === null || both.length === 0) return { ...NO_READING, value };
  const sides = [byPerson(records, both, metric), byPerson(base, both, metric)] as const;
  const difference = pairedBootstrap(...sides, summarize, random.fork('people'));
  await breathe();
  const p = permutationTest(...sides, summarize, random.fork('exchanges'));
  await breathe();
  return { ...NO_READING, value, difference, p };
}

function measuresOf({ spec }: EvaluationCell) {
  return spec.metrics.flatMap((name) => {
    const metric = METRICS.find((one) => one.name === name);
    if (metric === undefined) return [];
    const { higherIsBetter } = metric;
    return [{ metric: name, higherIsBetter, summarize: (values: readonly number[]) => metric.summarize(values) }];
  });
}

async function metricResults(
  cell: EvaluationCell,
  records: RowRecords,
  base: RowRecords | null,
): Promise<MetricResult[]> {
  const isWhole = (row: RowRecords | null) => row === null || [...row.values()].every(({ error }) => error === null);
  const results: MetricResult[] = [];
  for (const { higherIsBetter, ...measure } of measuresOf(cell)) {
    const question = { base, ...measure };
    const valid = await readingOf(records, { ...question, counts: ({ error }) => error === null });
    // Without a failure on either side both readings are one.
    const isOne = isWhole(records) && isWhole(base);
    const misses = isOne ? valid : await readingOf(records, { ...question, counts: () => true });
    results.push({ name: measure.metric, higherIsBetter, valid, misses });
  }
  return results;
}

function failuresOf(records: RowRecords): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const { error } of records.values()) if (error !== null) failures[error] = (failures[error] ?? 0) + 1;
  return Object.fromEntries(Object.entries(failures).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function costOf(records: RowRecords): TableRow['cost'] {
  const all = [...records.values()];
  const meanOf = (part: Cost): number | null =>
    all.length === 0 ? null : all.reduce((sum, record) => sum + record[part], 0) / all.length;
  return Object.fromEntries(COSTS.map((part) => [part, meanOf(part)])) as TableRow['cost'];
}

function repliesOf(records: RowRecords): Pick<TableRow, 'replies' | 'computedShare'> {
  let replies = NO_REPLIES;
  const prompts = { promptTokens: 0, cachedTokens: 0 };
  for (const record of records.values()) {
    replies = addedReplies(replies, record.replies ?? NO_REPLIES);
    prompts.promptTokens += record.promptTokens ?? 0;
    prompts.cachedTokens += record.cachedTokens ?? 0;
  }
  return { replies, computedShare: computedShare(prompts) };
}

export interface TableFold {
  add(record: TaskRecord): void;
  /** Equal records give equal tables in any order. Pauses let the event loop turn. */
  table(): Promise<EvaluationTable>;
}

export interface TableSizes {
  readonly tasks: readonly number[];
  /** How many items the dataset has; absent in evaluations of earlier versions, whose lists were not recorded. */
  readonly catalogue?: number;
}

export function createTableFold(evaluation: Evaluation, { tasks, catalogue = 0 }: TableSizes): TableFold {
  const { spec, cells, rows, base } = evaluation;
  const byCell = new Map<string, TaskRecord[]>();
  const cellsOf = ({ run }: EvaluationRow): EvaluationCell[] => cells.filter(({ label }) => label === run);
  const recordsOf = (row: EvaluationRow): RowRecords => inOrder(cellsOf(row), row.answer, byCell);
  const bySeed = (row: EvaluationRow): TaskRecord[][] =>
    cellsOf(row).map((cell) => [...inOrder([cell], row.answer, byCell).values()]);
  const sizeOf = (row: EvaluationRow): number =>
    cellsOf(row).reduce((sum, { digest }) => sum + (byCell.get(digest)?.length ?? 0), 0);
  const missingOf = ({ run }: EvaluationRow, records: RowRecords): number =>
    cells.reduce((sum, { label }, at) => sum + (label === run ? (tasks[at] ?? 0) : 0), 0) - records.size;
  const baseRow = rows.find(({ label }) => label === base);
  const made = new Map<string, { readonly sizes: string; readonly row: TableRow }>();

  const measure = async (row: EvaluationRow): Promise<TableRow> => {
    const { label, factors, answer } = row;
    const [cell] = cellsOf(row);
    const own = recordsOf(row);
    const missing = missingOf(row, own);
    const against = baseRow === undefined || label === base ? null : recordsOf(baseRow);
    const isCompared = baseRow !== undefined && against !== null && missing + missingOf(baseRow, against) === 0;
    return {
      label,
      factors,
      tasks: own.size,
      missing,
      people: new Set([...own.values()].map(({ person }) => person)).size,
      failures: failuresOf(own),
      metrics: cell === undefined ? [] : await metricResults(cell, own, isCompared ? against : null),
      lists: listResults(bySeed(row), answer, catalogue),
      cost: costOf(own),
      ...repliesOf(own),
      timedOutStatements: [...own.values()].reduce((sum, record) => sum + (record.timedOutStatements ?? 0), 0),
    };
  };

  return {
    add(record) {
      const known = byCell.get(record.cell);
      if (known === undefined) byCell.set(record.cell, [record]);
      else known.push(record);
    },
    async table() {
      const folded: TableRow[] = [];
      for (const row of rows) {
        const sizes = `${sizeOf(row)} ${baseRow === undefined ? 0 : sizeOf(baseRow)}`;
        const known = made.get(row.label);
        const fresh = known?.sizes === sizes ? known.row : await measure(row);
        made.set(row.label, { sizes, row: fresh });
        folded.push(fresh);
      }
      const seeds = [...new Set(cells.map((cell) => cell.spec.seed))];
      return { name: spec.name, base, seeds, rows: withSignificance(folded) };
    },
  };
}
