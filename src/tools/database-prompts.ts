/**
 * @file What a model reads when it writes SQL and when it tells what the rows say. What is the same in every call comes
 * first, so that engines can keep it.
 */
import type { SqlValue } from '../core/database.ts';
import type { Message } from '../core/language-model.ts';
import { pow } from '../core/numbers/power.ts';

/** @param items that the question names */
export function sqlMessages(
  question: string,
  schema: string,
  failed: { readonly sql: string; readonly error: string } | null,
  items: readonly (readonly [id: number, title: string])[],
): readonly Message[] {
  const system =
    'You translate questions into SQL for SQLite. The tables:\n\n' +
    `${schema}\n\nReply as {"sql": "SELECT …"}, on one line.`;
  const repair =
    failed === null
      ? ''
      : `\n\nThis was tried:\n${failed.sql}\nIt failed: ${failed.error}\nWrite a statement that works.`;
  const named = items.map(([id, title]) => `\nItem ${String(id)} is ${JSON.stringify(title)}.`).join('');
  return [
    { role: 'system', content: system },
    { role: 'user', content: `Question: ${question}${named}${repair}` },
  ];
}

/** Asks for rows as a sentence or a few. */
export function sentenceMessages(
  question: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  sql: string,
): readonly Message[] {
  const table = rows.map((row) => `\n${JSON.stringify(row.map(rounded))}`).join('');
  return [
    {
      role: 'system',
      content:
        'You answer a question from the rows that a database gave, and from nothing else, with their numbers, rounded to two decimals, in one to three sentences; of a long text tell the part that answers. The SQL tells what the columns mean. null is "not known", not "none".',
    },
    {
      role: 'user',
      content: `Question: ${question}\nSQL: ${sql.replaceAll(/\s+/g, ' ')}\nColumns: ${JSON.stringify(columns)}\nRows:${table}`,
    },
  ];
}

/** To four decimals, or figures where it is small: a model reads each digit, and is to tell two decimals. */
function rounded(value: SqlValue): SqlValue {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Number(Math.abs(value) < 0.1 ? value.toPrecision(4) : value.toFixed(4));
}

const NUMBER = /\d+(?:[.,]\d+)*/g;

/** The numbers of a text, and to how many decimals each is written. */
const numbersIn = (text: string): readonly (readonly [value: number, decimals: number])[] =>
  (text.match(NUMBER) ?? []).map((written) => {
    const plain = written.replaceAll(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
    return [Number(plain), plain.split('.')[1]?.length ?? 0];
  });

/** Whether each number of a sentence stands in the rows or in what was asked, or counts the rows. */
export function holdsTo(sentence: string, asked: string, rows: readonly (readonly SqlValue[])[]): boolean {
  const known = [asked, rows.length, ...rows.flat()].flatMap((one) =>
    typeof one === 'number' ? Math.abs(one) : numbersIn(one ?? '').map(([value]) => value),
  );
  const isKnown = (told: number, decimals: number): boolean =>
    known.some((value) => Math.abs(value - told) * pow(10, decimals) <= 0.5 + 1e-6);
  return numbersIn(sentence).every(([told, decimals]) => isKnown(told, decimals));
}
