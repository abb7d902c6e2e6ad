/**
 * @file What a model reads when it writes SQL and when it tells what the rows say. What is the same in every call comes
 * first, so that engines can keep it.
 */
import type { SqlValue } from '../core/database.ts';
import type { Message } from '../core/language-model.ts';
import { pow } from '../core/numbers/power.ts';
import { counted } from '../core/text/words.ts';

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

/** So many rows can be told in a sentence or two, and each of so many in a few words. */
const FEW_ROWS = 10;
const MANY_ROWS = 20;

/** Asks for the rows of a query, of which there are some, as a sentence, or a few where there are many. @param sql tells what the rows are */
export function sentenceMessages(
  question: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  { sql, truncated }: { readonly sql: string; readonly truncated: boolean },
): readonly Message[] {
  const table = rows.map((row) => `\n${JSON.stringify(row.map(rounded))}`).join('');
  const asked = extentOf(rows.length, truncated);
  return [
    {
      role: 'system',
      content:
        'You answer a question from the rows that a database gave, and from nothing else, with their numbers, rounded to two decimals, in one to three sentences unless more is asked for, items of a list on a line each where that is plainer; ' +
        'of a long text tell only the part that answers the question. The SQL that was run for the question tells what the columns mean. null is "not known", not "none"; only beside a count of 0, or as the result of a subquery without rows, it says that none was found.',
    },
    {
      role: 'user',
      content: `Question: ${question}\nSQL: ${inShort(sql)}\nColumns: ${JSON.stringify(columns)}\nRows:${table}${asked === '' ? '' : `\n\n${asked}`}`,
    },
  ];
}

/** To four decimals, or figures where it is small: a model reads each digit, and is to tell two decimals. */
function rounded(value: SqlValue): SqlValue {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Number(Math.abs(value) < 0.1 ? value.toPrecision(4) : value.toFixed(4));
}

/** More numbers than three of a list stand in the rows, or are known by what the question calls them. */
const LONG_LIST = /\((-?\d+(?:, ?-?\d+){2})((?:, ?-?\d+){8,})\)/g;

/** A statement in one line, without the rest of long lists of numbers. */
const inShort = (sql: string): string =>
  sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(LONG_LIST, (_, first: string, rest: string) => `(${first}, … and ${rest.split(',').length - 1} more)`);

/** How long the answer may be. Nobody tells 82 rows in a few sentences without leaving some out, so it says what it leaves out. */
function extentOf(rows: number, truncated: boolean): string {
  const all = truncated
    ? `more than ${rows === 1 ? 'this one row' : `these ${String(rows)} rows`}`
    : counted(rows, 'row');
  if (rows <= FEW_ROWS) return truncated ? `There are ${all}.` : '';
  const begin = `There are ${all}. Answer in at most four sentences: say first that there are ${all} and the pattern that answers the question, then`;
  if (rows <= MANY_ROWS && !truncated) return `${begin} each of them in as few words as it can be.`;
  return `${begin} the ${String(FEW_ROWS)} rows that tell most, and last that a narrower question would tell the others.`;
}

const NUMBER = /\d+(?:[.,]\d+)*/g;

/** The numbers of a text, and to how many decimals each is written. */
const numbersIn = (text: string): readonly (readonly [value: number, decimals: number])[] =>
  (text.match(NUMBER) ?? []).map((written) => {
    const plain = written.replaceAll(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
    return [Number(plain), plain.split('.')[1]?.length ?? 0];
  });

/** Whether each number of a sentence stands in the rows, as far as it is written, or in what was asked; their count may be told too. */
export function holdsTo(sentence: string, asked: string, rows: readonly (readonly SqlValue[])[]): boolean {
  const known = [asked, rows.length, ...rows.flat()].flatMap((one) =>
    typeof one === 'number' ? Math.abs(one) : numbersIn(one ?? '').map(([value]) => value),
  );
  const isKnown = (told: number, decimals: number): boolean =>
    known.some((value) => Math.abs(value - told) * pow(10, decimals) <= 0.5 + 1e-6);
  return numbersIn(sentence).every(([told, decimals]) => isKnown(told, decimals));
}
