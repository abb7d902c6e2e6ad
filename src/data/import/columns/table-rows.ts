/** @file Opens tables of unknown columns, however they are written. */
import { LabError } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { parseJsonRow, readJsonLines } from '../json-lines.ts';
import { firstLines, headOf, type MemberFile } from '../source-files.ts';
import { fieldsOfLine, fileName, readTable, type TableShape } from '../table.ts';
import type { UnknownTable } from './unknown-table.ts';

const SEPARATORS = ['\t', ',', ';', '|', '::'] as const;
const PARQUET_MAGIC = 'PAR1';
const NUMBER = /^-?\d+(\.\d+)?$/;

const opened = new WeakMap<MemberFile, Promise<UnknownTable>>();

/**
 * Looks at the beginning of a file, or the end of a Parquet file, once.
 * @throws LabError `file-invalid` where it holds no rows, is called .parquet and is no Parquet file, or where a Parquet file is inside of another one
 */
export function openTable(member: MemberFile): Promise<UnknownTable> {
  const known = opened.get(member);
  if (known !== undefined) return known;
  const table = tableIn(member);
  opened.set(member, table);
  return table;
}

async function tableIn(member: MemberFile): Promise<UnknownTable> {
  const head = await headOf(member);
  if (new TextDecoder('latin1').decode(head.subarray(0, 4)) === PARQUET_MAGIC) {
    // Large, and of use for nobody else.
    const { openParquet } = await import('./parquet/open-parquet.ts');
    return openParquet(member);
  }
  // Its bytes would be read as text otherwise.
  if (/\.parquet$/i.test(member.path))
    throw new LabError(
      'file-invalid',
      `${fileName(member)} is called .parquet and is no Parquet file: it does not begin with ${PARQUET_MAGIC}.`,
      { file: member.path },
    );
  const lines = await firstLines(member);
  const [first] = lines;
  if (first === undefined) throw new LabError('file-invalid', `${fileName(member)} holds no rows.`);
  return first.trimStart().startsWith('{') ? jsonLines(member, lines) : delimited(member, lines);
}

function jsonLines(member: MemberFile, lines: readonly string[]): UnknownTable {
  const columns = new Set<string>();
  for (const line of lines.slice(0, 100)) {
    const value = parseJsonRow(line);
    if (typeof value !== 'string') for (const key of Object.keys(value)) columns.add(key);
  }
  return {
    kind: 'json-lines',
    columns: [...columns],
    readRows: (_wanted, reading, use) =>
      readJsonLines(member, reading, ({ line, text, value }) =>
        use({ line, text, columns: [...columns], get: (column) => cellText(value[column]) }),
      ),
  };
}

/** A value as a cell shows it. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function delimited(member: MemberFile, lines: readonly string[]): UnknownTable {
  const separator = separatorOf(lines);
  const first = fieldsOfLine(lines[0]?.replace(/^\uFEFF/, '') ?? '', separator).map((field) => field.trim());
  // A line of names holds no number; ids and ratings are ones.
  const hasHeader = !first.some((field) => NUMBER.test(field));
  // An unnamed column, as pandas writes its index, and columns without a header go by their numbers.
  const columns = first.map((name, index) => (hasHeader && name !== '' ? name : `column ${index + 1}`));
  const shape: TableShape = {
    separator,
    header: hasHeader,
    encoding: 'utf-8',
    quoted: true,
    columns: hasHeader ? [] : columns,
  };
  return {
    kind: separator === '\t' ? 'tsv' : 'csv',
    columns,
    readRows: (_wanted, reading, use) =>
      readTable(member, shape, reading, (row) =>
        use({ line: row.line, text: row.text, columns, get: (column) => row.at(columns.indexOf(column)) }),
      ),
  };
}

/** The separator that divides the first lines alike, into the most fields. */
function separatorOf(lines: readonly string[]): string {
  const looked = lines.slice(0, 20);
  const widths = SEPARATORS.map((separator) => {
    const counts = looked.map((line) => fieldsOfLine(line, separator).length);
    const [width = 1] = counts;
    const alike = counts.filter((count) => count === width).length / Math.max(counts.length, 1);
    return { separator, worth: width > 1 ? alike * 100 + width : 0 };
  });
  return widths.reduce((best, next) => (next.worth > best.worth ? next : best)).separator;
}
