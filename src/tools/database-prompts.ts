/**
 * @file What a model reads when it writes SQL and when it tells what the rows say. What is the same in every call comes
 * first, so that engines can keep it.
 */
import type { SqlValue } from '../core/database.ts';
import type { Message } from '../core/language-model.ts';

/** Asks for one SELECT statement that answers the question. */
export function sqlMessages(
  question: string,
  schema: string,
  failed: { readonly sql: string; readonly error: string } | null,
): readonly Message[] {
  const system =
    'You translate questions into SQL for SQLite. The tables:\n\n' +
    `${schema}\n\nReply as {"sql": "SELECT …"}, on one line.`;
  const repair =
    failed === null
      ? ''
      : `\n\nThis was tried:\n${failed.sql}\nIt failed: ${failed.error}\nWrite a statement that works.`;
  return [
    { role: 'system', content: system },
    { role: 'user', content: `Question: ${question}${repair}` },
  ];
}

const MOST_IN_A_SENTENCE = 10;

/** Asks for the rows of a query as a sentence, or a few where there are many. */
export function sentenceMessages(
  question: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  truncated: boolean,
): readonly Message[] {
  // Nobody tells 82 rows in a sentence without leaving some out.
  const extent =
    rows.length <= MOST_IN_A_SENTENCE
      ? 'in one sentence'
      : `in at most four sentences: that there are ${String(rows.length)} rows, the mean or the pattern that answers it, and the ten most telling rows`;
  const table = [columns, ...rows].map((row) => JSON.stringify(row)).join('\n');
  return [
    {
      role: 'system',
      content:
        `You tell what the rows of a database say. Answer the question ${extent} from the rows alone, with their ` +
        'numbers, rounded to two decimals; null is "not known", not "none". If there are no rows, say that nothing was found.',
    },
    {
      role: 'user',
      content: `Question: ${question}\nRows, after a line with the columns:\n${table}${truncated ? '\n(more rows were left out)' : ''}`,
    },
  ];
}
