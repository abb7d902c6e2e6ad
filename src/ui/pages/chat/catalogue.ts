/** @file What the Chat page asks of the open dataset: titles, and what an entry of the profile may be. */
import type { LabClient } from '../../../client/lab.ts';
import type { Chip } from '../../../core/dialogue.ts';
import { titlesQuery, valuesQuery, type Completions } from './completions.ts';

type Queried = Pick<LabClient, 'query'>;

async function rowsOf(client: Queried, sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await client.query(sql, new AbortController().signal)).rows;
}

/** Items by id, in their order. @throws LabError what the query throws */
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

/** Titles and values that a text could mean. @throws LabError what the query throws */
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

const MOST_KINDS = 20;

/** Kinds, the most frequent first, and decades that a wish may be put together of. @throws LabError what the query throws */
export async function offeredChips(client: Queried): Promise<readonly Chip[]> {
  const kinds = await rowsOf(
    client,
    `SELECT attribute, value FROM item_attributes WHERE attribute IN ('genre', 'category') AND length(value) < 30
      GROUP BY attribute, value ORDER BY count(*) DESC, value LIMIT ${String(MOST_KINDS)}`,
  );
  const decades = await rowsOf(
    client,
    'SELECT DISTINCT year / 10 * 10 FROM items WHERE year IS NOT NULL ORDER BY 1 DESC LIMIT 10',
  );
  return [
    ...kinds.map(([attribute, value]): Chip => ({ type: 'kind', attribute: String(attribute), value: String(value) })),
    ...decades.map(([year]): Chip => ({ type: 'decade', year: Number(year) })),
  ];
}
