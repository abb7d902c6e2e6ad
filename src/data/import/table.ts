/**
 * @file Tables of text, row by row: CSV with a header line (RFC 4180), or fields between a separator that is never quoted.
 * The rows are framed here because a rejected row needs its line number and its text, which papaparse does not give; it
 * takes the quotes apart.
 */
import Papa from 'papaparse';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Pace, RejectedRows } from './import-progress.ts';
import { readLines, type Encoding, type Line } from './lines.ts';
import { folderOf, type MemberFile } from './source-files.ts';

export interface TableShape {
  readonly separator: string;
  readonly header: boolean;
  /** UTF-8 where it is not given. */
  readonly encoding?: Encoding;
  /** Whether fields may be quoted; where it is not given, those of tables with a header may. */
  readonly quoted?: boolean;
  /** True where a quote within a field is written `\"`. */
  readonly escaped?: boolean;
  /** Lines before the header or the first row: `sep=;`. */
  readonly skipped?: number;
  /** Columns that must be there; where there is no header, all columns in their order. */
  readonly columns: readonly string[];
}

export interface Row {
  readonly line: number;
  readonly text: string;
  readonly columns: readonly string[];
  /** The field of a column as it stands; `''` where the column is absent. */
  readonly get: (column: string) => string;
  /** The value of a column, where a table has other values than texts. */
  readonly value: (column: string) => Json | undefined;
}

export type Values = Pick<Row, 'value'>;

export interface Reading {
  readonly pace: Pace;
  readonly rejected: RejectedRows;
  /** Receives how many rows each file has, by its path. */
  readonly told?: Map<string, number>;
}

// A quoted field may hold line breaks; one that never ends must not swallow the rest of the file.
const MOST_LINES_IN_A_ROW = 100;

export const fileName = (member: MemberFile): string => member.path.slice(folderOf(member.path).length);

/** What cannot be read goes to `reading.rejected`. @param use says why a row cannot be used */
export async function readTable(
  member: MemberFile,
  shape: TableShape,
  { pace, rejected }: Reading,
  use: (row: Row) => string | null,
  names?: readonly string[],
): Promise<void> {
  const file = fileName(member);
  let columns = shape.header ? null : shape.columns;
  let places = placesOf(names ?? shape.columns);
  pace.phase(`Reading ${file}`);
  const chunks = member.read((bytes) => pace.did({ bytes }));
  const written = readLines(chunks, shape.encoding ?? 'utf-8', file);
  const lines = shape.escaped === true ? unescaped(written) : written;
  for await (const records of readRecords(lines, isQuoted(shape))) {
    let rows = 0;
    for (const record of records) {
      if (record.text.trim() === '' || record.number <= (shape.skipped ?? 0)) continue;
      const fields = fieldsOf(record.text, shape);
      if (columns === null) {
        columns = checkHeader(file, fields ?? [record.text], shape.columns);
        places = placesOf(names ?? columns);
        continue;
      }
      const fault =
        fields?.length === columns.length
          ? use(rowOf(record, fields, places, names ?? columns))
          : faultOf(fields, columns.length);
      if (fault !== null) rejected.add(file, record.number, fault, record.text);
      rows += 1;
    }
    pace.did({ rows });
    await pace.giveWay();
  }
  if (columns === null) throw new LabError('file-invalid', `${file} is empty: not even a header line is in it.`);
}

const placesOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, place) => [name, place]));

function rowOf(
  { number: line, text }: Line,
  fields: readonly string[],
  places: ReadonlyMap<string, number>,
  columns: readonly string[],
): Row {
  const get = (column: string): string => fields[places.get(column) ?? -1] ?? '';
  return { line, text, columns, get, value: get };
}

function checkHeader(file: string, header: readonly string[], required: readonly string[]): readonly string[] {
  const names = header.map((column) => column.trim());
  const missing = required.find((column) => !names.includes(column));
  if (missing === undefined) return names;
  throw new LabError(
    'file-invalid',
    `${file} has no column ${missing}; its first line is ${JSON.stringify(header.join(',').slice(0, 200))}.`,
    { file, line: 1, column: missing },
  );
}

function faultOf(fields: readonly string[] | null, columns: number): string {
  if (fields === null) return 'broken quotes';
  return fields.length < columns ? 'missing columns' : 'too many columns';
}

export function fieldsOfLine(line: string, separator: string): readonly string[] {
  return fieldsOf(line, { separator, header: false, quoted: true }) ?? [line];
}

type Quoting = Pick<TableShape, 'separator' | 'header' | 'quoted'>;

const isQuoted = ({ header, quoted = header }: Pick<Quoting, 'header' | 'quoted'>): boolean => quoted;

function fieldsOf(text: string, shape: Quoting): readonly string[] | null {
  const { separator } = shape;
  if (separator === ' ') return text.trim().split(/[ \t]+/);
  if (!isQuoted(shape) || !text.includes('"')) return text.split(separator);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator });
  return errors.length === 0 && data.length === 1 ? (data[0] ?? null) : null;
}

async function* unescaped(blocks: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  for await (const lines of blocks) yield lines.map((line) => ({ ...line, text: withDoubledQuotes(line.text) }));
}

/** Quotes that a backslash marks, as RFC 4180 doubles them. */
export const withDoubledQuotes = (line: string): string => line.replaceAll('\\"', '""');

async function* readRecords(
  blocks: AsyncIterable<readonly Line[]>,
  quoted: boolean,
): AsyncGenerator<readonly Line[], void, undefined> {
  if (!quoted) {
    yield* blocks;
    return;
  }
  let open: readonly Line[] = [];
  for await (const block of blocks) {
    const lines = open.length === 0 ? block : [...open, ...block];
    const { records, rest } = closedRecords(lines, false);
    open = rest;
    yield records;
  }
  yield closedRecords(open, true).records;
}

function closedRecords(lines: readonly Line[], last: boolean): { records: readonly Line[]; rest: readonly Line[] } {
  const records: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const end = recordEnd(lines, at);
    if (end === null && !last && lines.length - at <= MOST_LINES_IN_A_ROW) return { records, rest: lines.slice(at) };
    // A quote that nothing closes costs its own line only.
    const parts = lines.slice(at, end ?? at + 1);
    const [first] = parts;
    if (first !== undefined) {
      const text = parts.length === 1 ? first.text : parts.map((part) => part.text).join('\n');
      records.push({ number: first.number, text });
    }
    at += parts.length;
  }
  return { records, rest: [] };
}

/** Where the row that begins at a line ends: past the first line after which all quotes are closed. */
function recordEnd(lines: readonly Line[], start: number): number | null {
  let odd = false;
  for (let at = start; at < Math.min(lines.length, start + MOST_LINES_IN_A_ROW); at += 1) {
    if (countQuotes(lines[at]?.text ?? '') % 2 === 1) odd = !odd;
    if (!odd) return at + 1;
  }
  return null;
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}
