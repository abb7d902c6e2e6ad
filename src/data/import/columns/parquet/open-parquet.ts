/**
 * @file Parquet files, read in parts: the footer first, then only the columns that are wanted, a slice of a group of rows at a
 * time. What the footer says is refused by the same limits as what zips say, and no more believed.
 */
import { parquetReadObjects, type AsyncBuffer } from 'hyparquet';
import { LabError } from '../../../../core/errors.ts';
import type { InflationBudget } from '../../inflation.ts';
import { bytesOf, type SourceFile } from '../../source.ts';
import type { MemberFile } from '../../source-files.ts';
import { fileName, type Reading, type Row } from '../../table.ts';
import type { UnknownTable } from '../unknown-table.ts';
import { boundedCompressors } from './decompressors.ts';
import { chunkStart, readFooter, type Footer, type RowGroup } from './footer.ts';
import { checkPages } from './pages.ts';

// So many rows are objects at a time, and between them a stop is seen.
const SLICE = 100_000;
/** What a value takes at least once it is read, however few bits it has in the file. */
const VALUE_BYTES = 8;

interface Parquet extends Footer {
  readonly file: string;
  readonly source: SourceFile;
  readonly budget: InflationBudget;
}

/** @throws LabError `file-invalid` where the file is packed or in a zip, `file-damaged` where it cannot be read */
export async function openParquet(member: MemberFile): Promise<UnknownTable> {
  const file = fileName(member);
  const { source, budget } = member;
  if (source === undefined || budget === undefined) {
    throw new LabError('file-invalid', `${file} is a Parquet file that is packed once more; unpack it first.`, {
      file,
    });
  }
  const where = `in its footer, which ends at byte ${source.size}`;
  const footer = await orDamaged(file, where, () => readFooter(source, bufferOf(source)));
  const columns = footer.names.filter((name) => name !== undefined);
  if (columns.length < footer.names.length) throw damaged(file, where, 'a column has no name');
  const parquet: Parquet = { ...footer, file, source, budget };
  return {
    kind: 'parquet',
    columns,
    readRows: (wanted, reading, use, most = Infinity) => readRows(parquet, { wanted, columns, most }, reading, use),
  };
}

interface Wanted {
  readonly wanted: readonly string[];
  readonly columns: readonly string[];
  readonly most: number;
}

async function readRows(
  parquet: Parquet,
  { wanted, columns, most }: Wanted,
  { pace, rejected }: Reading,
  use: (row: Row) => string | null,
): Promise<void> {
  const { file } = parquet;
  pace.phase(`Reading ${file}`);
  const meter = new Meter(parquet);
  // A look at the first rows unpacks the first pages only, which are counted as they are unpacked.
  if (most === Infinity) meter.check(declaredSize(parquet, wanted));
  for (const group of parquet.groups) {
    if (group.start >= most) return;
    const last = Math.min(group.end, most);
    const parts = await orDamaged(file, `after row ${group.start}`, () => partsOf(parquet, group, wanted, last, meter));
    for (let start = group.start; start < last; start += SLICE) {
      const end = Math.min(last, start + SLICE);
      const rows = await orDamaged(file, `after row ${start}`, () => sliceOf(parquet, parts, wanted, start, end));
      for (const [index, values] of rows.entries()) {
        const line = start + index + 1;
        const get = (column: string): string => textOf(values[column]);
        for (const column of wanted) meter.cell(values[column]);
        const fault = use({ line, text: '', columns, get });
        if (fault !== null)
          rejected.add(file, line, fault, wanted.map((column) => `${column}=${get(column)}`).join(' '));
        if (index % 4096 === 0) await pace.giveWay();
      }
      const share = (end - start) / (group.end - group.start);
      pace.did({ rows: rows.length, bytes: Math.floor(share * packedSize(group)) });
      await pace.giveWay();
    }
  }
}

const packedSize = ({ columns }: RowGroup): number =>
  columns.reduce((sum, { meta }) => sum + Number(meta.total_compressed_size), 0);

const isWanted = (wanted: readonly string[], { meta }: RowGroup['columns'][number]): boolean =>
  wanted.includes(meta.path_in_schema[0] ?? '');

function declaredSize({ groups }: Footer, wanted: readonly string[]): number {
  let size = 0;
  for (const { start, end, columns } of groups) {
    for (const column of columns.filter((any) => isWanted(wanted, any))) {
      const values = Math.max(Number(column.meta.num_values), end - start);
      size += Math.max(Number(column.meta.total_uncompressed_size), values * VALUE_BYTES);
    }
  }
  return size;
}

/** The bytes of the wanted columns of a group by where they begin, fetched once and looked through. */
async function partsOf(
  { source }: Parquet,
  group: RowGroup,
  wanted: readonly string[],
  last: number,
  meter: Meter,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const parts = new Map<number, Uint8Array>();
  for (const column of group.columns.filter((any) => isWanted(wanted, any))) {
    const start = chunkStart(column.meta);
    const bytes = await bytesOf(source, start, start + Number(column.meta.total_compressed_size));
    parts.set(start, bytes);
    checkPages(bytes, { ...column, rows: last - group.start }, (size) => meter.unpacked(size));
  }
  return parts;
}

function sliceOf(
  { source, metadata }: Parquet,
  parts: ReadonlyMap<number, Uint8Array>,
  wanted: readonly string[],
  rowStart: number,
  rowEnd: number,
): Promise<Record<string, unknown>[]> {
  const file = bufferOfParts(source.size, parts);
  return parquetReadObjects({
    file,
    metadata,
    compressors: boundedCompressors,
    columns: [...wanted],
    rowStart,
    rowEnd,
  });
}

/** Takes what was unpacked off the import's budget. */
class Meter {
  private size = 0;
  private credit = 0;
  private readonly file: { readonly label: string; readonly compressedSize: number };
  private readonly budget: InflationBudget;

  constructor({ file, source, budget }: Parquet) {
    this.file = { label: file, compressedSize: source.size };
    this.budget = budget;
  }

  check(size: number): void {
    this.budget.check(this.file, size);
  }

  /** Bytes of pages. */
  unpacked(bytes: number): void {
    this.credit += bytes;
    this.take(bytes);
  }

  /** A text of a cell: a page may hold it once and name it a million times. */
  cell(value: unknown): void {
    if (typeof value !== 'string') return;
    this.credit -= value.length;
    if (this.credit >= 0) return;
    this.take(-this.credit);
    this.credit = 0;
  }

  private take(bytes: number): void {
    this.size += bytes;
    this.budget.take(this.file, bytes, this.size);
  }
}

function bufferOf(source: SourceFile): AsyncBuffer {
  return {
    byteLength: source.size,
    async slice(start, end = source.size): Promise<ArrayBuffer> {
      const bytes = await bytesOf(source, start, Math.min(end, source.size));
      return bytes.slice().buffer;
    },
  };
}

/** The file as far as it was fetched: what hyparquet reads is what was looked through. Between the parts it reads nothing. */
function bufferOfParts(byteLength: number, parts: ReadonlyMap<number, Uint8Array>): AsyncBuffer {
  return {
    byteLength,
    slice(start, end = byteLength): ArrayBuffer {
      const bytes = new Uint8Array(end - start);
      for (const [from, part] of parts) {
        const [first, last] = [Math.max(start, from), Math.min(end, from + part.length)];
        if (first < last) bytes.set(part.subarray(first - from, last - from), first - start);
      }
      return bytes.buffer;
    },
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

/** @param where reading was */
async function orDamaged<Value>(file: string, where: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    throw damaged(file, where, thrown instanceof Error ? thrown.message : '', thrown);
  }
}

const damaged = (file: string, where: string, why: string, cause?: unknown): LabError =>
  new LabError(
    'file-damaged',
    `${file} cannot be read as Parquet ${where}: ${why}. Get the file again.`,
    { file },
    { cause },
  );
