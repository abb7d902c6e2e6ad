/** @file SQL as models write it: what a model reads when it writes SQL and when it tells what the rows say (what is the same in every call comes first, so that engines can keep it), the tables as it names them, and what a statement that failed or found nothing got wrong. */
import { sqlText, type Database, type SqlValue } from '../core/database.ts';
import type { About } from '../core/found.ts';
import { sqlTokens } from '../data/database/guard.ts';
import { titleSql } from './prepared/prepared-question.ts';
import { FOREIGN_NUMBER, titleOf } from './search-tool.ts';
import { hasReviews } from './text-budget.ts';
import type { Message } from '../core/language-model.ts';
import { pow } from '../core/numbers/power.ts';

/** Put before a statement that names them. */
const VIEWS: Readonly<Record<string, string>> = {
  people: 'SELECT * FROM main.users',
  ratings: 'SELECT * FROM main.interactions',
  items: `SELECT i.item_id, ${titleSql('i')} AS title, i.year, i.series FROM main.items i`,
};

/** What a model is told of the tables: those with rows, under these names. */
export function schemaForModels(database: Database, candidates: readonly number[]): string {
  const lines = database.schema
    .replace(/^users\(/mu, 'people(')
    .replace(/^interactions\(/mu, 'ratings(')
    .replaceAll(' in interactions', ' in ratings')
    .replace('title without the year', 'title with its year in brackets')
    .split('\n')
    .filter((line) => !line.endsWith(': empty here'))
    .map((line) =>
      hasReviews(database) ? line : line.replace(/, review\b/u, '').replace('rating and review', 'rating'),
    );
  if (candidates.length === 0) return lines.join('\n');
  const own = `candidates(item_id): the ${String(candidates.length)} items that the problem chooses from, one in each row`;
  return [...lines.slice(0, -1), own, ...lines.slice(-1)].join('\n');
}

/** `attributes of users: age, hobby; of items: genre, director`. */
export function knownAttributes({ schema }: Pick<Database, 'schema'>): string {
  const known = [...schema.matchAll(/^(user|item)_attributes\(.*? is one of (.*)$/gmu)].map(
    ([, of = '', told = '']) => {
      const names = told.replaceAll(/ \((?:[^()"]|"(?:[^"\\]|\\.)*")*\)/gu, '').split(', ');
      return `of ${of}s: ${names.filter((name) => !FOREIGN_NUMBER.test(name)).join(', ')}`;
    },
  );
  return known.length === 0 ? 'it knows no attributes of people or items' : `attributes ${known.join('; ')}`;
}

/** With the views that it names and does not make itself; where texts are joined, a title has no year, which may be joined to it. */
export function withViews(sql: string, candidates: readonly number[]): string {
  const names = new Set(sqlTokens(sql).map(({ kind, value }) => (kind === 'name' ? value : '')));
  const isMade = (name: string): boolean =>
    new RegExp(`\\b${name}\\b"?\\s*(?:\\([^()]*\\)\\s*)?\\bas\\s*\\(`, 'i').test(sql);
  const views = {
    ...VIEWS,
    ...(candidates.length > 0 && {
      candidates: `SELECT column1 AS item_id FROM (VALUES (${candidates.join('), (')}))`,
    }),
  };
  const named = Object.entries(views).filter(
    ([name]) => names.has(name) && !isMade(name) && (name !== 'items' || !sql.includes('||')),
  );
  if (named.length === 0) return sql;
  const tables = named.map(([name, view]) => `${name} AS NOT MATERIALIZED (${view})`);
  const [begins = '', recursive = ''] = /^\s*with\s+(recursive\s+)?/i.exec(sql) ?? [];
  return `WITH ${recursive}${tables.join(', ')}${begins === '' ? ' ' : ', '}${sql.slice(begins.length)}`;
}

/** What a failed statement should have named; `''` where that is not seen. */
export function hintFor(error: string, sql: string, schema: string): string {
  if (!error.includes('no such')) return /\w'\w/u.test(sql) ? " Within a text, ' is written twice: 'It''s'." : '';
  const tables = [...schema.matchAll(/^(\w+)\([^)]*\)/gmu)];
  const named = new Set(sqlTokens(sql).map(({ value }) => value));
  const used = tables.filter(([, name = '']) => error.includes('no such table') || named.has(name));
  return ` There are ${used.map(([table]) => table).join(', ')}.`;
}

const TITLED = `SELECT i.item_id AS id, ${titleSql('i')} AS text, i.title AS bare, i.year FROM items i`;

/** Items that a text names by title and year, or by a title in quotes or alone. */
export function itemsIn(database: Database, text: string): readonly (readonly [id: number, title: string])[] {
  const holds = (part: string): string => `instr(lower(${sqlText(text)}), lower(${part})) > 0`;
  const { rows } = database.query(
    `SELECT id, text FROM (${TITLED}) WHERE year IS NOT NULL AND ${holds('text')} OR ${holds(`'"' || bare || '"'`)} OR lower(bare) = lower(${sqlText(text)}) ORDER BY length(text) DESC LIMIT 5`,
  );
  const found = rows.map(([id, title]) => [Number(id), String(title)] as const);
  // "Red Heat (1995)" names no "Heat (1995)".
  return found.filter(([, title], at) => !found.slice(0, at).some(([, longer]) => longer.endsWith(title)));
}

/** The texts that a column is compared with, each with its id or attribute. */
const TEXTS: Readonly<Record<string, string>> = {
  title: TITLED,
  name: 'SELECT user_id AS id, name AS text FROM users',
  value:
    'SELECT DISTINCT attribute AS id, value AS text FROM (SELECT * FROM item_attributes UNION ALL SELECT * FROM user_attributes)',
};

const COMPARES: ReadonlySet<string> = new Set(['=', 'like', 'in', '(', ',', '-', 'is', 'not']);

/** Numbers and texts, each with the column that it is compared with. */
function comparisonsIn(sql: string): readonly (readonly [column: string, value: string])[] {
  const tokens = sqlTokens(sql);
  let column: string | null = null;
  return tokens.flatMap(({ kind, value }, at) => {
    const isValue = kind === 'string' || kind === 'number';
    if (isValue && column !== null) return [[column, tokens[at - 1]?.value === '-' ? `-${value}` : value] as const];
    if (!COMPARES.has(value)) column = kind === 'name' ? value : null;
    return [];
  });
}

/** Ids that are compared with a column of users or of items, each once. */
export function idsInSql(sql: string): Pick<About, 'users' | 'items'> {
  const idsOf = (column: RegExp): readonly number[] => {
    const values = comparisonsIn(sql).flatMap(([name, value]) => (column.test(name) ? [value] : []));
    // A number in quotes is compared as a number; other texts name nobody.
    return [...new Set(values.filter((value) => /^-?\d+$/.test(value)).map(Number))].filter(Number.isSafeInteger);
  };
  return { users: idsOf(/(?:^|_)user_?id$/), items: idsOf(/(?:^|_)item_?id$/) };
}

/** A text that no row has, with the nearest that there are. */
export function missingText(database: Database, sql: string): string | null {
  for (const [column, value] of comparisonsIn(sql)) {
    const among = Object.hasOwn(TEXTS, column) ? TEXTS[column] : undefined;
    const nearest = among === undefined ? null : nearestOf(database, among, value);
    if (nearest !== null)
      return `there is no ${column} ${JSON.stringify(value)}${nearest === '' ? '' : `; nearest: ${nearest}`}`;
  }
  return null;
}

const MOST_NEAREST = 3;

/** Null where the text is among them. */
function nearestOf(database: Database, among: string, text: string): string | null {
  const is = `text ${text.includes('%') ? 'LIKE' : '='} ${sqlText(text)}`;
  const words = text.replaceAll('%', ' ').trim();
  if (words === '' || database.query(`SELECT 1 FROM (${among}) WHERE ${is} LIMIT 1`).rows.length > 0) return null;
  const { rows } = database.query(
    `SELECT id, text FROM (${among}) WHERE instr(lower(text), lower(${sqlText(words)})) > 0 ORDER BY length(text), text LIMIT ${String(MOST_NEAREST)}`,
  );
  const found = among === TITLED ? database.search(words, MOST_NEAREST).map((one) => [one.itemId, titleOf(one)]) : [];
  return (rows.length > 0 ? rows : found).map(([id, name]) => `${String(id)} ${JSON.stringify(name)}`).join(', ');
}

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
