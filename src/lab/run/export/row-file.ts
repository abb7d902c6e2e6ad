/** @file Rows as CSV, written in pieces, so that no text is in memory whole. */
import { csvLines } from '../../../core/text/csv-lines.ts';
import type { Dataset } from '../../../core/dataset.ts';

const COLUMNS = ['user', 'user_name', 'item', 'item_title', 'rating', 'time'] as const;

/** All interactions, in the dataset's order; `time` in Unix seconds, `rating` null if not rated. */
export function interactionRows({ users, items, interactions }: Dataset): Rows {
  const { user, item, rating, time, review, summary } = interactions;
  const texts = [...(review === undefined ? [] : ['review']), ...(summary === undefined ? [] : ['summary'])];
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  return {
    columns: [...COLUMNS, ...texts],
    *rows() {
      for (const [at, id] of user.entries()) {
        const value = rating[at] ?? NaN;
        yield {
          user: id,
          user_name: names.get(id) ?? null,
          item: item[at] ?? null,
          item_title: titles.get(item[at] ?? -1) ?? null,
          rating: Number.isNaN(value) ? null : value,
          time: time[at] ?? null,
          ...(review && { review: review[at] ?? null }),
          ...(summary && { summary: summary[at] ?? null }),
        };
      }
    },
  };
}

export type Row = { readonly [column: string]: string | number | null };

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: () => AsyncGenerator<Row, void, undefined> | Generator<Row, void, undefined>;
}

const BATCH_CHARACTERS = 1_000_000;

export async function rowsAsCsv({ columns, rows }: Rows): Promise<Blob> {
  const parts: Blob[] = [];
  let text = csvLines([columns]);
  for await (const row of rows()) {
    text += csvLines([columns.map((name) => row[name] ?? null)]);
    if (text.length < BATCH_CHARACTERS) continue;
    parts.push(new Blob([text]));
    text = '';
  }
  return new Blob([...parts, text]);
}
