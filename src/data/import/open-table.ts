/** @file Opens files as tables, however they are written: their columns and first rows are found by how they begin. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { TableKind } from '../../core/table-columns.ts';
import { isMissing, parseTime } from './cells.ts';
import { guessColumns, plainColumn } from './column-mapping.ts';
import { firstObjects, jsonLayoutOf, readJsonRows, type JsonLayout } from './json-rows.ts';
import { Pace, RejectedRows } from './import-progress.ts';
import { refusedKind } from './open-sources.ts';
import { baseName, headOf, isDocument, type MemberFile } from './source-files.ts';
import {
  fieldsOfLine,
  fileName,
  readTable,
  withDoubledQuotes,
  type Reading,
  type Row,
  type TableShape,
} from './table.ts';

export interface Table {
  readonly member: MemberFile;
  readonly file: string;
  readonly kind: TableKind;
  /** No two are the same: the second `rating` is `rating (2)`. */
  readonly columns: readonly string[];
  /** False where columns go by their places, `column 1` first. */
  readonly hasHeader: boolean;
  /** Names that stand more than once in the header. */
  readonly repeated: readonly string[];
  /** True where commas stand between the fields, where one within a number may be of thousands. */
  readonly commaDivides: boolean;
  /** Cells of the first rows in the order of the columns; none of Parquet, which is not read before it is asked for. */
  readonly firstRows: readonly (readonly string[])[];
  /** @param wanted the columns that will be asked for; a table may read no others. @param most so many rows are enough; a table may read more */
  readRows(wanted: readonly string[], reading: Reading, use: (row: Row) => string | null, most?: number): Promise<void>;
}

const SEPARATORS = ['\t', ',', ';', '|', '::'] as const;
const PARQUET_MAGIC = 'PAR1';
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;
const LOOKED_AT = 20;
const OBJECTS = 100;

const opened = new WeakMap<MemberFile, Promise<Table | string>>();

/** @returns why the file is not a table, as the end of a sentence. @throws LabError `file-invalid`, `file-damaged` */
export function openTable(member: MemberFile): Promise<Table | string> {
  const known = opened.get(member) ?? tableIn(member);
  opened.set(member, known);
  return known;
}

async function tableIn(member: MemberFile): Promise<Table | string> {
  if (isDocument(member)) return 'is a document';
  const head = await headOf(member);
  const start = String.fromCharCode(...head.subarray(0, 4));
  if (start === PARQUET_MAGIC) return parquetTable(member);
  // Its bytes would be read as text otherwise.
  if (/\.parquet$/i.test(member.path)) {
    const message = `${fileName(member)} is called .parquet and is no Parquet file: it does not begin with ${PARQUET_MAGIC}.`;
    throw new LabError('file-invalid', message, { file: member.path });
  }
  const refused = refusedKind(head);
  if (refused !== null) return refused;
  const text = new TextDecoder().decode(head);
  if (text.includes('\0')) return 'is no text';
  const layout = /^[[{]/.test(text.trimStart()) ? jsonLayoutOf(text) : null;
  if (layout !== null) return jsonTable(member, layout);
  const lines = text.split(/\r?\n/);
  const whole = (lines.length > 1 && head.length >= 64 * 1024 ? lines.slice(0, -1) : lines).filter(
    (line) => line.trim() !== '',
  );
  return delimitedIn(member, whole);
}

async function parquetTable(member: MemberFile): Promise<Table> {
  // Large, and of use for nobody else.
  const { openParquet } = await import('./parquet.ts');
  const { columns, readRows } = await openParquet(member);
  const named = unique(columns);
  return {
    ...{
      member,
      file: fileName(member),
      kind: 'parquet',
      columns,
      hasHeader: true,
      repeated: named.repeated,
      readRows,
    },
    ...{ commaDivides: true, firstRows: [] },
  };
}

async function jsonTable(member: MemberFile, layout: JsonLayout): Promise<Table | string> {
  const objects = await firstObjects(member, layout, OBJECTS);
  const columns = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  if (columns.length === 0) return 'holds no objects at its beginning';
  const rowOf = (line: number, text: string, value: Readonly<Record<string, Json>>): Row => ({
    ...{ line, text, columns },
    get: (column) => cellText(value[column]),
    value: (column) => value[column],
  });
  return {
    ...{ member, file: fileName(member), columns, hasHeader: true, repeated: [], commaDivides: true },
    kind: layout === 'lines' ? 'json-lines' : 'json',
    firstRows: objects.slice(0, LOOKED_AT).map((value) => columns.map((column) => cellText(value[column]))),
    readRows: (_wanted, reading, use) =>
      readJsonRows(member, layout, reading, ({ line, text, value }) => use(rowOf(line, text, value))),
  };
}

export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function delimitedIn(member: MemberFile, lines: readonly string[]): Table | string {
  const named = /^\uFEFF?"?sep=(.)"?\s*$/i.exec(lines[0] ?? '')?.[1];
  const rows = (named === undefined ? lines : lines.slice(1)).map((line) => line.replace(/^\uFEFF/, ''));
  const separator = named ?? separatorOf(rows);
  const escaped = rows.some((line) => line.includes('\\"')) && !rows.some((line) => /[^,;\t|]""[^,;\t|]/.test(line));
  const cells = (line: string): readonly string[] =>
    fieldsOfLine(escaped ? withDoubledQuotes(line) : line, separator).map((field) => field.trim());
  const first = cells(rows[0]?.replace(/^#\s*/, '') ?? '');
  if (first.length < 2) return rows.length === 0 ? 'holds no rows' : 'has one column';
  const looked = rows.slice(0, OBJECTS).map(cells);
  const header = headerOf(first, looked.slice(1), rows[0]?.startsWith('#') === true);
  const { columns, repeated } = unique(first.map((name, at) => (header && name !== '' ? name : `column ${at + 1}`)));
  const shape = {
    ...{ separator, header, quoted: separator !== '::' && !first.every(isTyped), escaped },
    ...{ columns: header ? [] : columns, skipped: named === undefined ? 0 : 1 },
  };
  return delimitedTable(member, shape, columns, repeated, looked.slice(header ? 1 : 0, LOOKED_AT + 1));
}

/** RecBole writes the type behind a name, and no quotes. */
const isTyped = (name: string): boolean => plainColumn(name) !== name;

export function delimitedTable(
  member: MemberFile,
  shape: TableShape,
  columns: readonly string[] = shape.columns,
  repeated: readonly string[] = [],
  firstRows: Table['firstRows'] = [],
): Table {
  return {
    ...{ member, file: fileName(member), columns, repeated, hasHeader: shape.header, firstRows },
    ...{ kind: shape.separator === '\t' ? 'tsv' : 'csv', commaDivides: shape.separator === ',' },
    async readRows(_wanted, reading, use) {
      // Where the shape is known, further columns of the header may be asked for too.
      const names = columns === shape.columns ? undefined : columns;
      await readTable(member, shape, reading, use, names);
    },
  };
}

/** The separator that divides the first lines alike, into the most fields; blanks where no other divides all of them alike. */
function separatorOf(lines: readonly string[]): string {
  const looked = lines.slice(0, LOOKED_AT);
  const worthOf = (separator: string): { readonly separator: string; readonly worth: number } => {
    const counts = looked.map((line) => fieldsOfLine(line, separator).length);
    const [width = 1] = counts;
    const alike = counts.filter((count) => count === width).length / Math.max(counts.length, 1);
    return { separator, worth: width > 1 ? alike * 100 + width : 0 };
  };
  const best = SEPARATORS.map(worthOf).reduce((most, next) => (next.worth > most.worth ? next : most));
  return best.worth <= 100 && worthOf(' ').worth > 100 ? ' ' : best.separator;
}

/**
 * Whether a line names the columns. A line of names holds no number and no date, other than `0,1,2,3`, which pandas writes for columns
 * without names; and none of its cells stands again below it, unless a name says what a column is.
 */
function headerOf(first: readonly string[], below: readonly (readonly string[])[], isComment: boolean): boolean {
  if (isComment) return true;
  const numbered = first.slice(first[0] === '' ? 1 : 0);
  if (numbered.length > 1 && numbered.every((name, at) => name === String(at))) return true;
  if (first.some((field) => NUMBER.test(field) || (field.length > 7 && parseTime(field) !== null))) return false;
  if (Object.keys(guessColumns(first)).length > 0) return true;
  return !first.some((field, at) => !isMissing(field) && below.some((row) => row[at] === field));
}

function unique(names: readonly string[]): {
  readonly columns: readonly string[];
  readonly repeated: readonly string[];
} {
  const seen = new Map<string, number>();
  const taken = new Set(names);
  const columns = names.map((name) => {
    let count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    if (count === 1) return name;
    while (taken.has(`${name} (${count})`)) count += 1;
    taken.add(`${name} (${count})`);
    return `${name} (${count})`;
  });
  return { columns, repeated: [...seen].filter(([, count]) => count > 1).map(([name]) => name) };
}

export function isRated({ columns, hasHeader }: Table): boolean {
  const { user, item, rating } = guessColumns(columns);
  return hasHeader && user !== undefined && item !== undefined && rating !== undefined;
}

/** What tells one shape of table from another: files of one shape are parts of one table. */
export const shapeOf = ({ columns, hasHeader }: Table): string =>
  hasHeader ? [...columns].map(plainColumn).sort().join('\n') : `${columns.length} columns`;

/** `ratings` of `data/ratings_2019.part-1.csv`. */
export function stemOf({ path }: MemberFile): string {
  const name = baseName(path);
  return name
    .slice(0, Math.max(0, name.search(/[\d.]/)))
    .replaceAll(/[-_ ]/g, ' ')
    .trim();
}

class Enough extends Error {}

/** Reads the first rows of a table, and counts none of them. */
export async function readFirst(
  table: Table,
  columns: readonly string[],
  most: number,
  use: (row: Row) => void,
  signal = new AbortController().signal,
): Promise<void> {
  let seen = 0;
  const look = (row: Row): null => {
    use(row);
    seen += 1;
    if (seen >= most) throw new Enough();
    return null;
  };
  const reading: Reading = { pace: new Pace(signal), rejected: new RejectedRows() };
  await table.readRows(columns, reading, look, most).catch((thrown: unknown) => {
    if (!(thrown instanceof Enough)) throw thrown;
  });
}
