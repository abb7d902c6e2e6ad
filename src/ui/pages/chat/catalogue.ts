import { sqlText } from '../../../core/database.ts';
import type { LabClient } from '../../../client/lab.ts';

type Queried = Pick<LabClient, 'query'>;

async function rowsOf(client: Queried, sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await client.query(sql, new AbortController().signal)).rows;
}

const namesIn = async (client: Queried, sql: string): Promise<readonly string[]> =>
  (await rowsOf(client, sql)).map(([name]) => String(name));

export async function itemTitles(client: Queried, ids: readonly number[]): Promise<readonly string[]> {
  const sql = `SELECT item_id, title || coalesce(' (' || year || ')', '') FROM items WHERE item_id IN (${ids.join(', ')})`;
  const rows = await rowsOf(client, sql);
  return ids.flatMap(
    (wanted) =>
      rows
        .find(([id]) => id === wanted)
        ?.slice(1)
        .map(String) ?? [],
  );
}

export async function completionsOf(client: Queried, typed: string): Promise<Completions> {
  const text = typed.trim();
  if (text === '') return { titles: [], values: [] };
  const values = valuesQuery(text);
  return {
    titles: await namesIn(client, titlesQuery(text)),
    values: values === null ? [] : await namesIn(client, values),
  };
}

const MOST = 20;
/** Of `LIKE`, whose signs stand for themselves in what a person typed. */
const like = (text: string): string => `${sqlText(`%${text.replace(/[\\%_]/gu, '\\$&')}%`)} ESCAPE '\\'`;

export function titlesQuery(text: string): string {
  const entry = "title || coalesce(' (' || year || ')', '')";
  return `SELECT ${entry} FROM items WHERE ${entry} LIKE ${like(text)}
    ORDER BY title NOT LIKE ${like(text).replace("'%", "'")}, length(title), title LIMIT ${String(MOST)}`;
}

/** Asks for values of an attribute; null for a text that names none, as `genre: Com` does. */
export function valuesQuery(text: string): string | null {
  const [, attribute, value] = /^([\p{L}_]+):\s*(.*)$/u.exec(text) ?? [];
  if (attribute === undefined || value === undefined) return null;
  return `SELECT DISTINCT attribute || ': ' || value FROM item_attributes
    WHERE attribute = ${sqlText(attribute.toLowerCase())} AND value LIKE ${like(value)} ORDER BY 1 LIMIT ${String(MOST)}`;
}

/** Wishes that rules read for what they are, also together and in this order: what is said after `without` is left out too. */
export async function wishesIn(client: Queried): Promise<readonly string[]> {
  const [first, second] = await namesIn(
    client,
    "SELECT value FROM item_attributes WHERE attribute = 'genre' GROUP BY value ORDER BY count(*) DESC LIMIT 2",
  );
  const [title] = await namesIn(
    client,
    'SELECT title FROM items JOIN item_statistics USING (item_id) WHERE length(title) < 20 ORDER BY ratings DESC, title LIMIT 1',
  );
  return [
    ...(first === undefined ? [] : [first.toLowerCase()]),
    'from the 90s',
    ...(title === undefined ? [] : [`like ${title}`]),
    'newest first',
    'only three',
    ...(second === undefined ? [] : [`without ${second.toLowerCase()}`]),
  ];
}

/** The message with a wish more or less: what a person wrote stays before the wishes, which stand in their order. */
export function withWish(message: string, wish: string, wishes: readonly string[]): string {
  const parts = message.split(', ').filter((part) => part.trim() !== '');
  const chosen = wishes.filter((one) => (one === wish) !== parts.includes(one));
  return [...parts.filter((part) => !wishes.includes(part)), ...chosen].join(', ');
}

export interface Completions {
  readonly titles: readonly string[];
  readonly values: readonly string[];
}

/** The entry that was meant, of those that a text could mean: the same whatever its case, with or without its year; null if no entry was meant. */
export function entryMeant(typed: string, completions: readonly string[]): string | null {
  const text = typed.trim().toLowerCase();
  const bare = (entry: string): string => entry.replace(/ \(\d{4}\)$/u, '');
  const exact = completions.find((entry) => entry.toLowerCase() === text);
  if (exact !== undefined) return exact;
  const alike = completions.filter((entry) => bare(entry).toLowerCase() === text);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}
