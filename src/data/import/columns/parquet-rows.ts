/** @file Parquet files, read in parts: the footer first, then only the columns that are wanted, a group of rows at a time. */
import {
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { LabError } from '../../../core/errors.ts';
import { bytesOf, type SourceFile } from '../source.ts';
import type { MemberFile } from '../source-files.ts';
import { fileName } from '../table.ts';
import type { UnknownTable } from './unknown-table.ts';

/** @throws LabError `file-invalid` where the file is packed or in a zip, `file-damaged` where it cannot be read */
export async function openParquet(member: MemberFile): Promise<UnknownTable> {
  const file = fileName(member);
  const { source } = member;
  if (source === undefined) {
    throw new LabError('file-invalid', `${file} is a Parquet file that is packed once more; unpack it first.`, {
      file,
    });
  }
  const buffer = bufferOf(source);
  const footer = `in its footer, which ends at byte ${source.size}`;
  const { metadata, names, groups } = await orDamaged(file, footer, async () => {
    const read = await parquetMetadataAsync(buffer);
    // What hyparquet says of a name is true of files that are whole.
    const found: (string | undefined)[] = parquetSchema(read).children.map(({ element }) => element.name);
    return { metadata: read, names: found, groups: groupsOf(read) };
  });
  const columns = names.filter((name) => name !== undefined);
  if (columns.length < names.length) throw damaged(file, footer, 'a column has no name');
  return {
    kind: 'parquet',
    columns,
    async readRows(wanted, { pace, rejected }, use) {
      pace.phase(`Reading ${file}`);
      for (const { start, end, bytes } of groups) {
        const options = { file: buffer, metadata, compressors, columns: [...wanted], rowStart: start, rowEnd: end };
        const rows = await orDamaged(file, `after row ${start}`, () => parquetReadObjects(options));
        for (const [index, values] of rows.entries()) {
          const line = start + index + 1;
          const get = (column: string): string => textOf(values[column]);
          const fault = use({ line, text: '', columns, get });
          if (fault !== null)
            rejected.add(file, line, fault, wanted.map((column) => `${column}=${get(column)}`).join(' '));
          if (index % 4096 === 0) await pace.giveWay();
        }
        pace.did({ rows: rows.length, bytes });
        await pace.giveWay();
      }
    },
  };
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

/** Groups of rows, with their share of the file's bytes. */
function groupsOf({ row_groups: groups }: FileMetaData): { start: number; end: number; bytes: number }[] {
  let start = 0;
  return groups.map((group) => {
    const from = start;
    start += Number(group.num_rows);
    return { start: from, end: start, bytes: Number(group.total_compressed_size ?? group.total_byte_size) };
  });
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
