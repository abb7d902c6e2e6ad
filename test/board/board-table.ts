/** @file The rows of the board as tables of Markdown: one for each kind of task. */
import type { Interval } from '../../src/core/evaluation.ts';
import { RECORDED_MODELS } from '../../src/models/recorded.ts';
import { intervalOf, type Share } from '../bench/language-model/rates.ts';
import type { PlayedMethod, PlayedRow } from './board.ts';

const decimals = (value: number): string => Math.abs(value).toFixed(2).replace(/^0/, '');
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${decimals(value)}`;
const span = (low: number, high: number): string => `(${decimals(low)}–${decimals(high)})`;
const within = ({ value, low, high }: Interval): string => `${decimals(value)} ${span(low, high)}`;

function rate(share: Share): string {
  return share.of === 0 ? '' : `${String(share.yes)}/${String(share.of)} ${span(...intervalOf(share))}`;
}

const KINDS: Readonly<Record<string, string>> = {
  conversation: 'A conversation',
  'direct-recommendation': 'Rankings of twenty',
  'rating-prediction': 'Ratings',
};

/** The metric that tells more than what is right. */
const metricOf = ({ table }: PlayedRow): string =>
  table?.rows[0]?.metrics.find(({ name }) => name !== 'HR@5')?.name ?? '';

function line(row: PlayedRow, { label, digest, counts, tasks, right }: PlayedMethod): string {
  const result = row.table?.rows.find((one) => one.label === label);
  const {
    value = null,
    difference = null,
    significant,
  } = result?.metrics.find(({ name }) => name === metricOf(row))?.misses ?? {};
  const title = RECORDED_MODELS.find(({ name }) => name === row.model)?.title.replace(', recorded', '');
  const each = (sum: number, digits = 0): string => (sum === 0 ? '' : (sum / tasks).toFixed(digits));
  const { valid, executable, useful, calls, tokensIn, tokensOut, seconds } = counts;
  const than = difference && `${signed(difference.value)} (${signed(difference.low)} to ${signed(difference.high)})`;
  const cells = [
    ...[title ?? row.model, label, rate(right), rate(valid), rate(executable), rate(useful)],
    ...[value === null ? '' : within(value), `${than ?? ''}${significant === true ? ' \\*' : ''}`],
    ...[each(calls, 1), each(tokensIn + tokensOut), each(seconds), `\`${digest.slice(0, 8)}\``],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The tables, a line for each method of each row. Failures count as misses. */
export function boardTable(rows: readonly PlayedRow[]): string {
  const kinds = [...new Set(rows.map(({ task }) => task))].sort();
  return kinds
    .map((kind) => {
      const own = rows.filter(({ task }) => task === kind);
      const metric = own[0] === undefined ? '' : metricOf(own[0]);
      const rates = ['right', 'valid', 'executable', 'useful'];
      const head = ['who', 'method', ...rates, metric, 'vs. first', 'calls', 'tokens', 'seconds', 'digest'];
      const rule = head.map((_, at) => (at < 2 ? '---' : '---:'));
      const lines = own.flatMap((row) => row.methods.map((one) => line(row, one)));
      return [`## ${KINDS[kind] ?? kind}`, '', `| ${head.join(' | ')} |`, `| ${rule.join(' | ')} |`, ...lines].join(
        '\n',
      );
    })
    .join('\n\n');
}

const BEGIN = '<!-- The table is written by `npm run board -- --write`. -->';
const END = '<!-- Its end. -->';

/** A document with the table in its place. @throws RangeError where it has no place for it */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new RangeError('The document of the board has no place for its table.');
  return `${text.slice(0, from + BEGIN.length)}\n\n${table}\n\n${text.slice(to)}`;
}

/** The lines of a table that a document does not have. */
export const missingIn = (text: string, table: string): string[] =>
  table.split('\n').filter((line) => !text.includes(line));
