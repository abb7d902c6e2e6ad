/**
 * @file Rows as files for other programs: CSV, JSON Lines, Parquet and RecBole's atomic files, written piece by piece, so that no file is in memory whole.
 */
import type { Json } from '../../../core/json.ts';
import { csvLines } from '../../../core/text/csv-lines.ts';

export const ROW_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
/** The formats of predictions: besides those RecBole's atomic files. */
export const PREDICTION_FORMATS = [...ROW_FORMATS, 'inter'] as const;
export type RowFormat = (typeof PREDICTION_FORMATS)[number];

/** A column. `JSON` is a text of JSON in Parquet, and a value of its own in JSON Lines. */
export interface RowColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'DOUBLE' | 'JSON';
}

/** A row: a value for each column, null where there is none. */
export type Row = { readonly [column: string]: Json };

/** Rows to be written, made as they are asked for. */
export interface Rows {
  readonly columns: readonly RowColumn[];
  readonly rows: () => AsyncGenerator<Row, void, undefined> | Generator<Row, void, undefined>;
}

/** Takes the bytes of a file in order; what it is given is its own. */
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

/** RecBole's atomic files: `name:type` and values between tabs. Texts are tokens, in which its separators cannot stand. */
async function writeAtomic({ columns, rows }: Rows, sink: Sink): Promise<void> {
  const encoder = new TextEncoder();
  const typeOf = ({ type }: RowColumn): string => (type === 'DOUBLE' ? 'float' : 'token');
  let text = `${columns.map((column) => `${column.name}:${typeOf(column)}`).join('\t')}\n`;
  for await (const row of rows()) {
    const fields = columns.map(({ name }) => row[name] ?? '');
    text += `${fields.map((field) => String(typeof field === 'object' ? JSON.stringify(field) : field).replaceAll(/[\t\r\n]+/g, ' ')).join('\t')}\n`;
    if (text.length < BATCH_CHARACTERS) continue;
    await sink(encoder.encode(text));
    text = '';
  }
  await sink(encoder.encode(text));
}

async function writeParquet({ columns, rows }: Rows, sink: Sink): Promise<void> {
  const { ByteWriter, parquetWriteRows } = await import('hyparquet-writer');
  class SinkWriter extends ByteWriter {
    /** Called after each group of rows. */
    async flush(): Promise<void> {
      const bytes = new Uint8Array(this.buffer.slice(0, this.index));
      this.index = 0;
      await sink(bytes);
    }
  }
  const spec = columns.map(({ name, type }) => ({ name, type, nullable: true }));
  // Rows of traces are long: a group of them should fit in memory.
  const rowGroupSize = columns.some(({ type }) => type === 'JSON') ? 5000 : 100_000;
  const writer = new SinkWriter();
  await parquetWriteRows({ writer, columns: spec, rows: rows(), rowGroupSize });
  await writer.flush();
}

const WRITERS: Readonly<Record<RowFormat, (rows: Rows, sink: Sink) => Promise<void>>> = {
  csv: writeCsv,
  jsonl: writeJsonLines,
  parquet: writeParquet,
  inter: writeAtomic,
};

/** Writes rows in a format. */
export function writeRows(rows: Rows, format: RowFormat, sink: Sink): Promise<void> {
  return WRITERS[format](rows, sink);
}
