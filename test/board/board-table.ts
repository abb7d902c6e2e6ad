/** @file The rows of the board as a table of Markdown. */
import type { Interval, TableRow } from '../../src/core/evaluation.ts';
import type { PlayedRow } from './board.ts';

const MINUS = '−';
const digits = (value: number): string => `${value < 0 ? MINUS : ''}${Math.abs(value).toFixed(3)}`;
const signed = (value: number): string => (value < 0 ? digits(value) : `+${digits(value)}`);
const within = ({ value, low, high }: Interval, shown: (value: number) => string): string =>
  `${shown(value)} (${shown(low)} to ${shown(high)})`;

const HEAD = ['model', 'method', 'HR@5', 'HR@5 vs. first', 'NDCG@5', 'model calls', 'failed', 'digest'];

function line(row: PlayedRow, { label, metrics, cost, failures }: TableRow): string {
  const [hits, gain] = ['HR@5', 'NDCG@5'].map((name) => metrics.find((metric) => metric.name === name)?.misses);
  const value = hits?.value ?? null;
  const than = hits?.difference ?? null;
  const digest = Object.entries(row.digests).find(([method]) => method.startsWith(label))?.[1] ?? '';
  const cells = [
    row.model,
    label,
    value === null ? '' : within(value, digits),
    than === null ? '' : `${within(than, signed)}${hits?.significant === true ? ' \\*' : ''}`,
    gain?.value ? within(gain.value, digits) : '',
    (cost.modelCalls ?? 0).toFixed(1),
    String(Object.values(failures).reduce((sum, count) => sum + count, 0)),
    `\`${digest.slice(0, 8)}\``,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The table, a line for each method of each row. Failures count as misses. */
export function boardTable(rows: readonly PlayedRow[]): string {
  const rule = HEAD.map((_, at) => (at < 2 ? '---' : '---:'));
  const lines = rows.flatMap((row) => row.table.rows.map((one) => line(row, one)));
  return [`| ${HEAD.join(' | ')} |`, `| ${rule.join(' | ')} |`, ...lines].join('\n');
}

const BEGIN = '<!-- The table is written by `npm run board -- --write`. -->';
const END = '<!-- Its end. -->';

/** A document with the table in its place. @throws RangeError where it has no place for it */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new RangeError('The document of the board has no place for its table.');
  return `${text.slice(0, from + BEGIN.length)}\n\n${table}\n\n${text.slice(to)}`;
}
