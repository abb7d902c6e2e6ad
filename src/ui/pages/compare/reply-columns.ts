import { REPLY_STATUSES, type ReplyStatus } from '../../../core/reply/limits.ts';
import type { EvaluationTable, TableRow } from '../../../core/evaluation.ts';
import { count, statusInWords } from '../../words.ts';
import { digits } from './numbers.ts';

/** A column of the table, of replies or of anything else that has no interval. */
export interface ReplyColumn {
  readonly title: string;
  readonly hint: string;
  readonly text: (row: TableRow) => string;
  readonly isBad: (row: TableRow) => boolean;
}

const HINTS: Readonly<Record<ReplyStatus, string>> = {
  constrained: 'Replies that the engine held to the schema',
  validated: 'Replies that could be read as they came',
  mended: 'Replies that could be read with a note: words around the JSON, a number as a text, a cut-off reason',
  repaired: 'Replies that could be read once the model was asked again',
  failed: 'Replies that could not be read: never a number',
};

/** A column for each way in which any reply was read, and one for the prompts where an engine told. */
export function replyColumns({ rows }: EvaluationTable): readonly ReplyColumn[] {
  const statuses = REPLY_STATUSES.filter((status) => rows.some(({ replies }) => replies[status] > 0));
  const columns = statuses.map((status): ReplyColumn => ({
    title: `${statusInWords(status)} replies, in all`,
    hint: HINTS[status],
    text: ({ replies }) => count(replies[status]),
    isBad: ({ replies }) => status === 'failed' && replies.failed > 0,
  }));
  if (rows.some(({ timedOutStatements }) => timedOutStatements > 0)) {
    columns.push({
      title: 'timed-out statements, in all',
      hint: 'SQL of the model that took too long: a failed tool call each',
      text: ({ timedOutStatements }) => count(timedOutStatements),
      isBad: ({ timedOutStatements }) => timedOutStatements > 0,
    });
  }
  if (!rows.some(({ computedShare }) => computedShare !== null)) return columns;
  const computed: ReplyColumn = {
    title: 'prompt not reused',
    hint: 'Share of the prompts’ tokens that no earlier call had at hand',
    text: ({ computedShare }) => (computedShare === null ? '' : `${(100 * computedShare).toFixed(0)} %`),
    isBad: () => false,
  };
  return [...columns, computed];
}

const wordsIn = ({ rows }: EvaluationTable): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(({ lists }) => lists.map(({ name, words }) => [name, words] as const)));

export function listColumns(table: EvaluationTable): readonly ReplyColumn[] {
  return [...wordsIn(table)].map(([title, hint]) => ({
    title,
    hint,
    text: ({ lists }) => {
      const result = lists.find(({ name }) => name === title);
      return result === undefined ? '' : digits(result.value);
    },
    isBad: () => false,
  }));
}

export const listWords = (table: EvaluationTable): string =>
  [...wordsIn(table)].map(([name, words]) => `${name}: ${words}.`).join(' ');
