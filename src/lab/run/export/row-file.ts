/** @file Rows as CSV and JSON Lines, written in pieces, so that no file is in memory whole. */
import type { Json } from '../../../core/json.ts';
import { csvLines } from '../../../core/text/csv-lines.ts';
import type { Dataset } from '../../../core/dataset.ts';

const COLUMNS: readonly RowColumn[] = [
  { name: 'user', type: 'INT32' },
  { name: 'user_name', type: 'STRING' },
  { name: 'item', type: 'INT32' },
  { name: 'item_title', type: 'STRING' },
  { name: 'rating', type: 'DOUBLE' },
  { name: 'time', type: 'DOUBLE' },
];

/** All interactions, in the dataset's order; `time` in Unix seconds, `rating` null if not rated. */
export function interactionRows({ users, items, interactions }: Dataset): Rows {
  const { user, item, rating, time, review, summary } = interactions;
  const texts: RowColumn[] = [
    ...(review === undefined ? [] : [{ name: 'review', type: 'STRING' } as const]),
    ...(summary === undefined ? [] : [{ name: 'summary', type: 'STRING' } as const]),
  ];
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

export const ROW_FORMATS = ['csv', 'jsonl'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

export interface RowColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'DOUBLE' | 'JSON';
}

export type Row = { readonly [column: string]: Json };

export interface Rows {
  readonly columns: readonly RowColumn[];
  readonly rows: () => AsyncGenerator<Row, void, undefined> | Generator<Row, void, undefined>;
}

export type Sink = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>;

const BATCH_CHARACTERS = 1_000_000;

async function writeJsonLines({ rows }: Rows, sink: Sink): Promise<void> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const row of rows()) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < BATCH_CHARACTERS) continue;
    await sink(encoder.encode(text));
    text = '';
  }
  await sink(encoder.encode(text));
}

/** JSON within a field is written as text. */
async function writeCsv({ columns, rows }: Rows, sink: Sink): Promise<void> {
  const encoder = new TextEncoder();
  const names = columns.map(({ name }) => name);
  let text = csvLines([names]);
  for await (const row of rows()) {
    const fields = names.map((name) => row[name] ?? null);
    text += csvLines([
      fields.map((field) => (typeof field === 'object' && field !== null ? JSON.stringify(field) : field)),
    ]);
    if (text.length < BATCH_CHARACTERS) continue;
    await sink(encoder.encode(text));
    text = '';
  }
  await sink(encoder.encode(text));
}

/** Writes rows in a format. */
export function writeRows(rows: Rows, format: RowFormat, sink: Sink): Promise<void> {
  return format === 'csv' ? writeCsv(rows, sink) : writeJsonLines(rows, sink);
}
