/**
 * @file Parquet files, read in parts by hyparquet: the footer first, then only the columns that are wanted. What the footer says, and what
 * each page says that it unpacks to, is held to the limits of an import.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  cachedAsyncBuffer,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
} from 'hyparquet';
import type { ColumnMetaData, Compressors } from 'hyparquet/src/types.js';
import { compressors } from 'hyparquet-compressors';
import { decompress as unpackZstandard } from 'fzstd';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { bytesOf, type SourceFile, wholeSource, type MemberFile } from './source-files.ts';
import { fileName, type Reading, type Row } from './table.ts';

const LONGEST_FOOTER = 64 * 1024 ** 2;
const TAIL = 8;
/** What a value takes at least once it is read, however few bits it has in the file. */
const VALUE_BYTES = 8;
/** Rows that are objects at a time; between them a stop is seen. */
const SLICE = 100_000;

/** What is wrong with a file, as the end of the sentence that names the file and the place. */
class ParquetFault extends Error {}

type ReadRows = (
  wanted: readonly string[],
  reading: Reading,
  use: (row: Row) => string | null,
  most?: number,
) => Promise<void>;

export async function openParquet(member: MemberFile): Promise<{ columns: readonly string[]; readRows: ReadRows }> {
  const file = fileName(member);
  const source = await wholeSource(member);
  const { metadata, columns } = await orDamaged(file, `in its footer, which ends at byte ${source.size}`, async () => {
    const tail = await bytesOf(source, Math.max(0, source.size - TAIL), source.size);
    const length = tail.length < TAIL ? Infinity : new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
    if (length > Math.min(source.size - TAIL, LONGEST_FOOTER))
      throw new ParquetFault(`it is to hold ${length} bytes of ${source.size}`);
    const read = await parquetMetadataAsync(bufferOf(source), { geoparquet: false });
    const names: (string | undefined)[] = parquetSchema(read).children.map(({ element }) => element.name);
    const named = names.filter((name) => name !== undefined);
    if (named.length < names.length) throw new ParquetFault('a column has no name');
    checkFooter(read, source.size);
    return { metadata: read, columns: named };
  });
  return { columns, readRows: (...asked) => readRows({ file, member, source, metadata, columns }, ...asked) };
}

function checkFooter({ row_groups: groups }: FileMetaData, bytes: number): void {
  for (const { num_rows: rows, columns } of groups) {
    for (const { meta_data: meta } of columns) {
      if (meta === undefined) throw new ParquetFault('a column of it is not described');
      const { num_values: values, total_uncompressed_size: size, total_compressed_size: packed } = meta;
      const name = meta.path_in_schema.join('.');
      const wrong = [rows, values, size, packed, chunkStart(meta)].find((count) => !isCount(Number(count)));
      if (wrong !== undefined) throw new ParquetFault(`a count in it is ${wrong}`);
      if (meta.path_in_schema.length === 1 && values < rows)
        throw new ParquetFault(`the column ${name} has ${values} values for ${rows} rows`);
      if (chunkStart(meta) + Number(packed) > bytes)
        throw new ParquetFault(`the column ${name} is to end past the file`);
    }
  }
}

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0;

const chunkStart = (meta: ColumnMetaData): number => Number(meta.dictionary_page_offset || meta.data_page_offset);

interface Opened {
  readonly file: string;
  readonly member: MemberFile;
  readonly source: SourceFile;
  readonly metadata: FileMetaData;
  readonly columns: readonly string[];
}

async function readRows(
  { file, member: { path, budget }, source, metadata, columns }: Opened,
  wanted: readonly string[],
  { pace, rejected }: Reading,
  use: (row: Row) => string | null,
  most = Infinity,
): Promise<void> {
  pace.phase(`Reading ${file}`);
  const packed = { label: path, compressedSize: source.size };
  // A look at the first rows unpacks the first pages only, which are counted as they are unpacked.
  if (most === Infinity) budget.check(packed, declaredSize(metadata, wanted));
  let [pages, texts] = [0, 0];
  const counted = countedCompressors((size) => budget.take(packed, (pages += size)));
  let groupStart = 0;
  for (const { num_rows: count, columns: chunks } of metadata.row_groups) {
    const groupEnd = groupStart + Number(count);
    const bytes = chunks.reduce((sum, { meta_data: meta }) => sum + Number(meta?.total_compressed_size ?? 0), 0);
    // Fetched once for all slices of the group.
    const parts = cachedAsyncBuffer(bufferOf(source));
    for (let start = groupStart; start < Math.min(groupEnd, most); start += SLICE) {
      const end = Math.min(groupEnd, most, start + SLICE);
      const rows = await orDamaged(file, `after row ${start}`, () =>
        parquetReadObjects({
          ...{ file: parts, metadata, compressors: counted, columns: [...wanted] },
          ...{ rowStart: start, rowEnd: end },
        }),
      );
      for (const [index, values] of rows.entries()) {
        // A page may hold a text once and name it a million times.
        for (const column of wanted) texts += typeof values[column] === 'string' ? values[column].length : 0;
        budget.take(packed, Math.max(pages, texts));
        const row = rowOf(start + index + 1, values, columns);
        const fault = use(row);
        if (fault !== null)
          rejected.add(file, row.line, fault, wanted.map((column) => `${column}=${row.get(column)}`).join(' '));
        if (index % 4096 === 0) await pace.giveWay();
      }
      pace.did({ rows: rows.length, bytes: Math.floor(((end - start) / Number(count)) * bytes) });
      await pace.giveWay();
    }
    groupStart = groupEnd;
  }
}

const rowOf = (line: number, values: Readonly<Record<string, unknown>>, columns: readonly string[]): Row => ({
  ...{ line, text: '', columns },
  get: (column) => textOf(values[column]),
  value: (column) => valueOf(values[column]),
});

function declaredSize({ row_groups: groups }: FileMetaData, wanted: readonly string[]): number {
  const chunks = groups.flatMap(({ columns }) => columns.flatMap(({ meta_data: meta }) => meta ?? []));
  return chunks
    .filter(({ path_in_schema: [name = ''] }) => wanted.includes(name))
    .map((meta) => Math.max(Number(meta.total_uncompressed_size), Number(meta.num_values) * VALUE_BYTES))
    .reduce((sum, size) => sum + size, 0);
}

/** @param take receives what each page says that it unpacks to, before it is unpacked; more than that fits into none */
function countedCompressors(take: (size: number) => void): Compressors {
  const all: Compressors = { ...compressors, ZSTD: (input, size) => unpackZstandard(input, new Uint8Array(size)) };
  return Object.fromEntries(
    Object.entries(all).map(([name, unpack]) => [
      name,
      (input: Uint8Array, size: number): Uint8Array => (take(size), unpack(input, size)),
    ]),
  );
}

const bufferOf = (source: SourceFile): AsyncBuffer => ({
  byteLength: source.size,
  async slice(start, end = source.size): Promise<ArrayBuffer> {
    return (await bytesOf(source, start, Math.min(end, source.size))).slice().buffer;
  },
});

function valueOf(value: unknown): Json | undefined {
  if (typeof value !== 'object' || value === null) return textOf(value);
  if (value instanceof Date || value instanceof Uint8Array) return textOf(value);
  return JSON.parse(jsonOf(value)) as Json;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '';
  if (value instanceof Uint8Array) return bytesToHex(value);
  return value instanceof Date ? value.toISOString() : jsonOf(value);
}

const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

async function orDamaged<Value>(file: string, where: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof LabError) throw cause;
    const why = cause instanceof Error ? cause.message : '';
    const message = `${file} cannot be read as Parquet ${where}: ${why}. Get the file again.`;
    throw new LabError('file-damaged', message, { file }, { cause });
  }
}
