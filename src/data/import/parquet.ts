/**
 * @file Parquet files, read in parts by hyparquet: the footer first, then only the columns that are wanted. What the footer and the
 * pages claim is held to the limits of an import before hyparquet believes it.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
} from 'hyparquet';
import type { ColumnMetaData } from 'hyparquet/src/types.js';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { boundedCompressors, checkPages, natural, ParquetFault, VALUE_BYTES } from './parquet-pages.ts';
import { bytesOf, type SourceFile, wholeSource, type MemberFile } from './source-files.ts';
import { fileName, type Reading, type Row } from './table.ts';

const LONGEST_FOOTER = 64 * 1024 ** 2;
const TAIL = 8;
/** Rows that are objects at a time; between them a stop is seen. */
const SLICE = 100_000;

export interface ParquetFile {
  readonly columns: readonly string[];
  readonly readRows: (
    wanted: readonly string[],
    reading: Reading,
    use: (row: Row) => string | null,
    most?: number,
  ) => Promise<void>;
}

interface Opened {
  readonly file: string;
  readonly member: MemberFile;
  readonly source: SourceFile;
  readonly metadata: FileMetaData;
  readonly columns: readonly string[];
}

export async function openParquet(member: MemberFile): Promise<ParquetFile> {
  const file = fileName(member);
  const source = await wholeSource(member);
  const where = `in its footer, which ends at byte ${source.size}`;
  const { metadata, columns } = await orDamaged(file, where, async () => {
    const tail = await bytesOf(source, Math.max(0, source.size - TAIL), source.size);
    const length = tail.length < TAIL ? Infinity : new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
    if (length > Math.min(source.size - TAIL, LONGEST_FOOTER))
      throw new ParquetFault(`it is to hold ${length} bytes of ${source.size}`);
    const read = await parquetMetadataAsync(bufferOf(source), { geoparquet: false });
    const names: (string | undefined)[] = parquetSchema(read).children.map(({ element }) => element.name);
    const named = names.filter((name) => name !== undefined);
    if (named.length < names.length) throw new ParquetFault('a column has no name');
    checkGroups(read, source.size);
    return { metadata: read, columns: named };
  });
  const opened: Opened = { file, member, source, metadata, columns };
  return { columns, readRows: (wanted, reading, use, most = Infinity) => readRows(opened, wanted, reading, use, most) };
}

function checkGroups(metadata: FileMetaData, bytes: number): void {
  for (const { num_rows, columns } of metadata.row_groups) {
    natural(num_rows);
    for (const { meta_data: meta } of columns) {
      if (meta === undefined) throw new ParquetFault('a column of it is not described');
      const isFlat = meta.path_in_schema.length === 1;
      if (isFlat && natural(meta.num_values) < natural(num_rows))
        throw new ParquetFault(
          `the column ${meta.path_in_schema.join('.')} has ${meta.num_values} values for ${num_rows} rows`,
        );
      natural(meta.total_uncompressed_size);
      if (chunkStart(meta) + natural(meta.total_compressed_size) > bytes)
        throw new ParquetFault(`the column ${meta.path_in_schema.join('.')} is to end past the file`);
    }
  }
}

const chunkStart = (meta: ColumnMetaData): number => natural(meta.dictionary_page_offset || meta.data_page_offset);

async function readRows(
  opened: Opened,
  wanted: readonly string[],
  { pace, rejected }: Reading,
  use: (row: Row) => string | null,
  most: number,
): Promise<void> {
  const { file, metadata, columns } = opened;
  pace.phase(`Reading ${file}`);
  const meter = meterOf(opened);
  // A look at the first rows unpacks the first pages only, which are counted as they are unpacked.
  if (most === Infinity) meter.check(declaredSize(metadata, wanted));
  let groupStart = 0;
  for (const { num_rows, columns: chunks } of metadata.row_groups) {
    const [groupEnd, last] = [groupStart + Number(num_rows), Math.min(groupStart + Number(num_rows), most)];
    if (groupStart >= most) return;
    const ofColumns = chunks.flatMap(({ meta_data: meta }) =>
      meta !== undefined && wanted.includes(meta.path_in_schema[0] ?? '') ? [meta] : [],
    );
    const packed = chunks.reduce((sum, { meta_data: meta }) => sum + Number(meta?.total_compressed_size ?? 0), 0);
    const rowsWanted = last - groupStart;
    const parts = await orDamaged(file, `after row ${groupStart}`, async () => {
      const fetched = new Map<number, Uint8Array>();
      for (const meta of ofColumns) {
        const bytes = await bytesOf(
          opened.source,
          chunkStart(meta),
          chunkStart(meta) + Number(meta.total_compressed_size),
        );
        fetched.set(chunkStart(meta), bytes);
        checkPages(bytes, meta, meta.path_in_schema.length === 1, rowsWanted, meter.take);
      }
      return bufferOfParts(opened.source.size, fetched);
    });
    for (let start = groupStart; start < last; start += SLICE) {
      const end = Math.min(last, start + SLICE);
      const rows = await orDamaged(file, `after row ${start}`, () =>
        parquetReadObjects({
          ...{ file: parts, metadata, compressors: boundedCompressors, columns: [...wanted] },
          ...{ rowStart: start, rowEnd: end },
        }),
      );
      for (const [index, values] of rows.entries()) {
        for (const column of wanted) meter.cell(values[column]);
        const row = rowOf(start + index + 1, values, columns);
        const fault = use(row);
        if (fault !== null)
          rejected.add(file, row.line, fault, wanted.map((column) => `${column}=${row.get(column)}`).join(' '));
        if (index % 4096 === 0) await pace.giveWay();
      }
      pace.did({ rows: rows.length, bytes: Math.floor(((end - start) / (groupEnd - groupStart)) * packed) });
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
  let size = 0;
  for (const { num_rows, columns } of groups) {
    for (const { meta_data: meta } of columns) {
      if (meta === undefined || !wanted.includes(meta.path_in_schema[0] ?? '')) continue;
      const values = Math.max(Number(meta.num_values), Number(num_rows));
      size += Math.max(Number(meta.total_uncompressed_size), values * VALUE_BYTES);
    }
  }
  return size;
}

/** Takes what is unpacked off the import's budget: bytes of pages, and texts that a page may hold once and name a million times. */
function meterOf({ source, member: { budget, path } }: Opened) {
  const packed = { label: path, compressedSize: source.size };
  let [size, credit] = [0, 0];
  const charge = (bytes: number): void => {
    size += bytes;
    budget.take(packed, size);
  };
  return {
    check: (bytes: number): void => budget.check(packed, bytes),
    take: (bytes: number): void => {
      credit += bytes;
      charge(bytes);
    },
    cell: (value: unknown): void => {
      if (typeof value !== 'string') return;
      credit -= value.length;
      if (credit >= 0) return;
      charge(-credit);
      credit = 0;
    },
  };
}

const bufferOf = (source: SourceFile): AsyncBuffer => ({
  byteLength: source.size,
  async slice(start, end = source.size): Promise<ArrayBuffer> {
    return (await bytesOf(source, start, Math.min(end, source.size))).slice().buffer;
  },
});

/** The file as far as it was fetched: what hyparquet reads is what was looked through. */
const bufferOfParts = (byteLength: number, parts: ReadonlyMap<number, Uint8Array>): AsyncBuffer => ({
  byteLength,
  slice(start, end = byteLength): ArrayBuffer {
    const bytes = new Uint8Array(end - start);
    for (const [from, part] of parts) {
      const [first, last] = [Math.max(start, from), Math.min(end, from + part.length)];
      if (first < last) bytes.set(part.subarray(first - from, last - from), first - start);
    }
    return bytes.buffer;
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
