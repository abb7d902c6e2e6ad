/**
 * @file What a model reads when it writes SQL and when it tells what the rows say. What is the same in every call comes
 * first, so that engines can keep it.
 */
import type { SqlValue } from '../core/database.ts';
import type { Message } from '../core/language-model.ts';
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

/** Asks for the rows of a query as a sentence, or a few where there are many. @param sql tells what the rows are */
export function sentenceMessages(
  question: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  { sql, truncated }: { readonly sql: string; readonly truncated: boolean },
): readonly Message[] {
  const table = rows.length === 0 ? ' none' : rows.map((row) => `\n${JSON.stringify(row.map(rounded))}`).join('');
  const means = IS_AGGREGATED.test(sql) ? '' : meansOf(columns, rows);
  const asked = `${means}${widthOf(columns, rows.length)}${extentOf(rows.length, truncated)}`.trimEnd();
  return [
    {
      role: 'system',
      content:
        'You answer a question from the rows that a database gave, and from nothing else, with their numbers, rounded to two decimals, in one to three sentences unless more is asked for, items of a list on a line each where that is plainer; ' +
        'of a long text tell only the part that answers the question. The SQL that was run for the question tells what the columns mean. null is "not known", not "none"; only beside a count of 0, or as the result of a subquery without rows, it says that none was found. ' +
        'If there are no rows, say in one sentence that nothing was found.',
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

/** Numbers of which a mean says nothing: `user_id`, `MAX(i.year)`, `release year`, `popularity_decile`, and `time`, in Unix seconds. */
const NO_MEAN =
  /(?:^|[^a-z])(?:ids?|years?|decades?|dates?|deciles?|ranks?|places?)(?:$|[^a-z])|^(?:(?:first|last|min|max)[_ (]{1,2})?(?:\w{1,20}\.)?time\)?$/iu;
const CAMEL_ID = /[a-z]Id$/u;

/** Rows that each stand for several: their mean counts few like many. */
const IS_AGGREGATED = /\bgroup\s+by\b|\b(?:avg|count|sum|total|min|max)\s*\(/iu;
/** What columns of the statistics are called, of which the same is true. */
const OF_SEVERAL = /(?:^|[^a-z])(?:means?|avg|average|counts?|numbers?|sum|total|ratings)(?:$|[^a-z])/iu;

/** Of many rows the means of the numbers that differ: nobody works those out in the head. */
function meansOf(columns: readonly string[], rows: readonly (readonly SqlValue[])[]): string {
  if (rows.length <= FEW_ROWS) return '';
  const told = columns.flatMap((name, at) => {
    if (OF_SEVERAL.test(name)) return [];
    const values = rows.flatMap((row) => row[at] ?? []);
    const numbers = values.filter((value): value is number => typeof value === 'number');
    if (new Set(numbers).size < 2 || numbers.length < values.length || NO_MEAN.test(name) || CAMEL_ID.test(name))
      return [];
    const mean = (numbers.reduce((sum, value) => sum + value, 0) / numbers.length).toFixed(2);
    const others = rows.length - numbers.length;
    return [
      `${name} ${mean}${others === 0 ? '' : ` (over ${counted(numbers.length, 'row')}; ${others} ${others === 1 ? 'has' : 'have'} none)`}`,
    ];
  });
  return told.length === 0 ? '' : `Means over these rows: ${told.join(', ')}.\n`;
}

/** So many columns can be told of each row. */
const FEW_COLUMNS = 4;

/** Of wide rows not all can be told, and who reads the answer sees no column that it does not name. */
const widthOf = ({ length }: readonly string[], rows: number): string =>
  length <= FEW_COLUMNS || rows === 0
    ? ''
    : `Each row has ${length} columns: tell the columns that the question asks for; only where you leave others out (ids and titles aside), name them at the end in a few words.\n`;

/** How long the answer may be. Nobody tells 82 rows in a few sentences without leaving some out, so it says what it leaves out. */
function extentOf(rows: number, truncated: boolean): string {
  const all = truncated
    ? `more than ${rows === 1 ? 'this one row' : `these ${String(rows)} rows`}`
    : counted(rows, 'row');
  if (rows === 0) return '';
  if (rows <= FEW_ROWS) return truncated ? `There are ${all}.` : '';
  const begin = `There are ${all}. Answer in at most four sentences: say first that there are ${all} and what they come to together (means, numbers, the pattern that answers the question), then`;
  if (rows <= MANY_ROWS && !truncated) return `${begin} each of them in as few words as it can be.`;
  return `${begin} the ${String(FEW_ROWS)} rows that tell most, and last that a narrower question would tell the others.`;
}
