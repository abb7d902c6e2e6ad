import { sqlText } from '../../../core/database.ts';
import type { LabClient } from '../../../client/lab.ts';

type Queried = Pick<LabClient, 'query'>;

async function rowsOf(client: Queried, sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await client.query('sql', sql)).rows;
}

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
  const first = (rows: readonly (readonly unknown[])[]): readonly string[] => rows.map(([entry]) => String(entry));
  return {
    titles: first(await rowsOf(client, titlesQuery(text))),
    values: values === null ? [] : first(await rowsOf(client, values)),
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
