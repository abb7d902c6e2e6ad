/** @file The table of an evaluation as CSV, as JSON with everything, and as Markdown. */
import { REPLY_STATUSES } from '../../core/reply/limits.ts';
import {
  COSTS,
  NO_READING,
  SIGNIFICANCE_LEVEL,
  type EvaluationTable,
  type Interval,
  type MetricResult,
  type Reading,
  type TableRow,
} from '../../core/evaluation.ts';
import { csvLines } from '../../core/text/csv-lines.ts';

const MINUS = '−';

const digits = (value: number): string => value.toFixed(3);
const signed = (value: number): string => `${value < 0 ? MINUS : '+'}${digits(Math.abs(value))}`;
const interval = ({ value, low, high }: Interval): string => `${digits(value)} (${digits(low)} to ${digits(high)})`;
const difference = ({ value, low, high }: Interval): string => `${signed(value)} (${signed(low)} to ${signed(high)})`;
const failed = ({ failures }: TableRow): number => Object.values(failures).reduce((sum, count) => sum + count, 0);

const bounds = (of: Interval | null): (number | null)[] => [of?.value ?? null, of?.low ?? null, of?.high ?? null];

function measuresIn({ metrics, lists }: TableRow) {
  const cells = ({ value, difference: than, p, holmP, significant }: Reading) => [
    ...[...bounds(value), ...bounds(than)],
    ...[p, holmP, significant],
  ];
  const empty = bounds(null);
  return [
    ...metrics.map(({ name, valid, misses }) => ({
      name,
      readings: [['left out', cells(valid)] as const, ['misses', cells(misses)] as const],
    })),
    ...lists.map(({ name, value }) => ({
      name,
      readings: [['left out', [value, null, null, ...empty, null, null, null]] as const],
    })),
  ];
}

export function tableAsCsv({ rows, base }: EvaluationTable): string {
  const header = [
    ...['method', 'metric', 'failures_are', 'value', 'low', 'high', 'difference', 'difference_low', 'difference_high'],
    ...['p', 'p_holm', 'significant', 'base', 'tasks', 'missing', 'failed', 'people'],
    ...['model_calls', 'tool_calls', 'tokens', 'seconds'],
    ...REPLY_STATUSES.map((status) => `replies_${status}`),
    'prompt_share_computed',
    'timed_out_statements',
    ...['recommender', 'model', 'shots', 'call_budget'],
  ];
  const lines = rows.flatMap((row) =>
    measuresIn(row).flatMap(({ name, readings }) =>
      readings.map(([reading, of]) => [
        ...[row.label, name, reading, ...of, base],
        ...[row.tasks, row.missing, failed(row), row.people],
        ...COSTS.map((part) => row.cost[part]),
        ...REPLY_STATUSES.map((status) => row.replies[status]),
        row.computedShare,
        row.timedOutStatements,
        ...[row.factors.method, row.factors.model, row.factors.shots, row.factors.budget],
      ]),
    ),
  );
  return csvLines([header, ...lines]);
}

export function tableAsJson(table: EvaluationTable): string {
  return `${JSON.stringify(table, null, 2)}\n`;
}

/** The texts of the columns that are read: both readings where a task failed. */
function columnsOf(rows: readonly TableRow[]): { readonly header: string[]; readonly lines: string[][] } {
  const names = [...new Set(rows.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
  const ofLists = [...new Set(rows.flatMap(({ lists }) => lists.map(({ name }) => name)))];
  const withMisses = rows.some((row) => failed(row) > 0);
  const statuses = REPLY_STATUSES.filter((status) => rows.some(({ replies }) => replies[status] > 0));
  const isComputedKnown = rows.some(({ computedShare }) => computedShare !== null);
  const hasTimedOut = rows.some(({ timedOutStatements }) => timedOutStatements > 0);
  const header = [
    'method',
    ...names.flatMap((name) => [name, `${name} vs. base`, ...(withMisses ? [`${name}, failures as misses`] : [])]),
    ...ofLists,
    ...['failed', 'tasks', 'model calls', 'tool calls', 'tokens', 'seconds'],
    ...statuses.map((status) => `replies ${status}`),
    ...(isComputedKnown ? ['prompt tokens not reused'] : []),
    ...(hasTimedOut ? ['timed-out statements'] : []),
  ];
  const cellsOf = (metric: MetricResult | undefined): string[] => {
    const { value, difference: than, significant } = metric?.valid ?? NO_READING;
    const texts = [
      value === null ? '' : interval(value),
      than === null ? '' : `${difference(than)}${significant ? ' *' : ''}`,
    ];
    const missed = metric?.misses.value ?? null;
    return withMisses ? [...texts, missed === null ? '' : interval(missed)] : texts;
  };
  const lines = rows.map((row) => [
    row.label,
    ...names.flatMap((name) => cellsOf(row.metrics.find((metric) => metric.name === name))),
    ...ofLists.map((name) => {
      const result = row.lists.find((one) => one.name === name);
      return result === undefined ? '' : digits(result.value);
    }),
    String(failed(row)),
    row.missing === 0 ? String(row.tasks) : `${row.tasks} of ${row.tasks + row.missing}`,
    ...COSTS.map((part) => {
      const value = row.cost[part];
      return value === null ? '' : value.toFixed(part === 'seconds' ? 3 : 1);
    }),
    ...statuses.map((status) => String(row.replies[status])),
    ...(isComputedKnown ? [row.computedShare === null ? '' : `${(100 * row.computedShare).toFixed(1)} %`] : []),
    ...(hasTimedOut ? [String(row.timedOutStatements)] : []),
  ]);
  return { header, lines };
}

const wordsOf = (rows: readonly TableRow[]): string =>
  [...new Set(rows.flatMap(({ lists }) => lists.map(({ name, words }) => ` ${name}: ${words}.`)))].join('');

const noteOf = ({ base, seeds, rows }: EvaluationTable): string =>
  `95 % intervals by bootstrap over people; seeds ${seeds.join(', ')}; metrics over valid replies; vs. base: paired with ${base}, * where p < ${SIGNIFICANCE_LEVEL} by a permutation test over people, corrected by Holm for the number of rows; costs are means over the tasks.${wordsOf(rows)}`;

export function tableAsMarkdown(table: EvaluationTable): string {
  const { header, lines } = columnsOf(table.rows);
  const escaped = (text: string): string => text.replace(/[\\|<>*_`[\]]/g, '\\$&').replace(/\s+/g, ' ');
  const plain = (text: string): string => text.replaceAll('*', '\\*');
  const rows = lines.map(([label = '', ...cells]) => [escaped(label), ...cells.map(plain)]);
  const rule = header.map((_, at) => (at === 0 ? '---' : '---:'));
  const body = [header, rule, ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
  return `${body}\n${escaped(noteOf(table))}\n`;
}

export const TABLE_FORMATS: Readonly<Record<string, (table: EvaluationTable) => string>> = {
  csv: tableAsCsv,
  json: tableAsJson,
};
