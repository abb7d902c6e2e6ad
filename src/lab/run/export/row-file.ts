/** @file Rows as CSV, written in pieces, so that no file is in memory whole. */
import type { Json } from '../../../core/json.ts';
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
        const row: Row = {
          user: id,
          user_name: names.get(id) ?? null,
          item: item[at] ?? null,
          item_title: titles.get(item[at] ?? -1) ?? null,
          rating: Number.isNaN(value) ? null : value,
          time: time[at] ?? null,
        };
        const own = { ...(review && { review: review[at] ?? null }), ...(summary && { summary: summary[at] ?? null }) };
        yield { ...row, ...own };
      }
    },
  };
}

export type Row = { readonly [column: string]: Json };

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: () => AsyncGenerator<Row, void, undefined> | Generator<Row, void, undefined>;
}

export type Sink = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>;

const BATCH_CHARACTERS = 1_000_000;

/** Writes rows as CSV; JSON within a field is written as text. */
export async function writeRows({ columns, rows }: Rows, sink: Sink): Promise<void> {
  const encoder = new TextEncoder();
  const lineOf = (row: Row): string => {
    const fields = columns.map((name) => row[name] ?? null);
    return csvLines([
      fields.map((field) => (typeof field === 'object' && field !== null ? JSON.stringify(field) : field)),
    ]);
  };
  let text = csvLines([columns]);
  for await (const row of rows()) {
    text += lineOf(row);
    if (text.length < BATCH_CHARACTERS) continue;
    await sink(encoder.encode(text));
    text = '';
  }
  await sink(encoder.encode(text));
}
