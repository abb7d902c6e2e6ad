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
    'You translate questions into SQL for SQLite. Write one SELECT statement over these tables and nothing else.\n\n' +
    `${schema}\n\nReply with JSON: {"sql": "SELECT …"}`;
  const repair =
    failed === null
      ? ''
      : `\n\nThis was tried:\n${failed.sql}\nIt failed: ${failed.error}\nWrite a statement that works.`;
  return [
    { role: 'system', content: system },
    { role: 'user', content: `Question: ${question}${repair}` },
  ];
}

/** Asks for the rows of a query as a sentence. */
export function sentenceMessages(
  question: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  truncated: boolean,
): readonly Message[] {
  const table = [columns, ...rows].map((row) => JSON.stringify(row)).join('\n');
  return [
    {
      role: 'system',
      content:
        'You tell what the rows of a database say. Answer the question in one sentence from the rows alone, with their ' +
        'numbers. If there are no rows, say that nothing was found.',
    },
    {
      role: 'user',
      content: `Question: ${question}\nRows, after a line with the columns:\n${table}${truncated ? '\n(more rows were left out)' : ''}`,
    },
  ];
}
