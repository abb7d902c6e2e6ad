/** @file The footer of a Parquet file: its columns, its groups of rows, and what they are said to come to. */
import {
  parquetMetadataAsync,
  parquetSchema,
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  type SchemaTree,
} from 'hyparquet';
import { bytesOf, type SourceFile } from '../../source.ts';
import type { LeafColumn } from './pages.ts';
import { readThrift } from './thrift.ts';
import { ParquetFault } from './fault.ts';

/** Rows that are stored together. */
export interface RowGroup {
  /** The first row's position in the file, and the position after its last. */
  readonly start: number;
  readonly end: number;
  readonly columns: readonly { readonly leaf: LeafColumn; readonly meta: ColumnMetaData }[];
}

/** What a footer says. */
export interface Footer {
  readonly metadata: FileMetaData;
  /** The names of the columns at the top; undefined where one has none. */
  readonly names: readonly (string | undefined)[];
  readonly groups: readonly RowGroup[];
}

const TAIL = 8;
/** Far above the footers of tables of thousands of columns. */
const LONGEST_FOOTER = 64 * 1024 ** 2;

/** @throws ParquetFault where it makes no sense */
export async function readFooter(source: SourceFile, buffer: AsyncBuffer): Promise<Footer> {
  await checkFooter(source);
  const metadata = await parquetMetadataAsync(buffer, { geoparquet: false });
  const tree = parquetSchema(metadata);
  // What hyparquet says of a name is true of files that are whole.
  const names: (string | undefined)[] = tree.children.map(({ element }) => element.name);
  return { metadata, names, groups: groupsOf(metadata, leavesOf(tree), source.size) };
}

async function checkFooter(source: SourceFile): Promise<void> {
  const tail = await bytesOf(source, Math.max(0, source.size - TAIL), source.size);
  if (tail.length < TAIL) throw new ParquetFault('it is too short');
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  if (length > source.size - TAIL) throw new ParquetFault(`it is to hold ${length} bytes of ${source.size}`);
  if (length > LONGEST_FOOTER) throw new ParquetFault(`it is to hold ${length} bytes, more than that of any table`);
  readThrift(await bytesOf(source, source.size - TAIL - length, source.size - TAIL), 0);
}

function groupsOf(metadata: FileMetaData, leaves: ReadonlyMap<string, LeafColumn>, bytes: number): readonly RowGroup[] {
  let start = 0;
  return metadata.row_groups.map((group) => {
    const from = start;
    start += natural(group.num_rows);
    const columns = group.columns.map(({ meta_data: meta }) => {
      const leaf = meta === undefined ? undefined : leaves.get(keyOf(meta.path_in_schema));
      if (meta === undefined || leaf === undefined) throw new ParquetFault('a column of it is not in its schema');
      if (natural(meta.num_values) < (leaf.isFlat ? start - from : 0)) {
        throw new ParquetFault(`the column ${leaf.path} has ${meta.num_values} values for ${start - from} rows`);
      }
      if (chunkStart(meta) + natural(meta.total_compressed_size) > bytes) {
        throw new ParquetFault(`the column ${leaf.path} is to end past the file`);
      }
      natural(meta.total_uncompressed_size);
      return { leaf, meta };
    });
    return { start: from, end: start, columns };
  });
}

/** Where the bytes of a column's part of a group begin. */
export const chunkStart = (meta: ColumnMetaData): number =>
  natural(meta.dictionary_page_offset || meta.data_page_offset);

function natural(value: bigint | number): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new ParquetFault(`a count in it is ${value}`);
}

// A name may hold a dot.
const keyOf = (path: readonly string[]): string => JSON.stringify(path);

function leavesOf(tree: SchemaTree): ReadonlyMap<string, LeafColumn> {
  const leaves = new Map<string, LeafColumn>();
  const open = tree.children.map((node) => ({ node, definitions: 0, repetitions: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    const kind = node.element.repetition_type;
    const definitions = next.definitions + (kind === 'REQUIRED' ? 0 : 1);
    const repetitions = next.repetitions + (kind === 'REPEATED' ? 1 : 0);
    const path = node.path.join('.');
    if (node.children.length === 0) {
      leaves.set(keyOf(node.path), {
        path,
        isFlat: node.path.length === 1 && repetitions === 0,
        definitions,
        repetitions,
      });
    }
    for (const one of node.children.map((child) => ({ node: child, definitions, repetitions }))) open.push(one);
  }
  return leaves;
}
