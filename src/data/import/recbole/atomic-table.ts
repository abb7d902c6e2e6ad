/**
 * @file A table of RecBole's atomic files: tab-separated, its header `name:type`, where a type is `token`, `token_seq`, `float` or
 * `float_seq` and what is sequential is separated by blanks (RecBole's documentation, Atomic Files).
 */
import type { Attributes } from '../../../core/dataset.ts';
import { presentAttributes } from '../fields.ts';
import { firstLines, type MemberFile } from '../source-files.ts';
import { readTable, type Reading, type Row } from '../table.ts';

const TYPES = ['token', 'token_seq', 'float', 'float_seq'] as const;

/** A column: what it is called, and what it holds. */
export interface AtomicColumn {
  /** As the header has it. */
  readonly header: string;
  readonly name: string;
  readonly type: (typeof TYPES)[number];
}

/** A table whose header was read. */
export interface AtomicTable {
  readonly member: MemberFile;
  readonly columns: readonly AtomicColumn[];
}

/** The table of a file; null where its first line is no such header. */
export async function atomicTable(member: MemberFile): Promise<AtomicTable | null> {
  const [first = ''] = await firstLines(member);
  const columns = first
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\t')
    .map((header): AtomicColumn | null => {
      const at = header.lastIndexOf(':');
      const type = TYPES.find((one) => one === header.slice(at + 1).trim());
      return at < 1 || type === undefined ? null : { header: header.trim(), name: header.slice(0, at).trim(), type };
    });
  const found = columns.filter((column) => column !== null);
  return found.length === 0 || found.length < columns.length ? null : { member, columns: found };
}

/** Goes through the rows. */
export function readAtomic(
  { member, columns }: AtomicTable,
  reading: Reading,
  use: (row: Row) => string | null,
): Promise<void> {
  const shape = { separator: '\t', header: true, encoding: 'utf-8', quoted: false } as const;
  return readTable(member, { ...shape, columns: columns.map(({ header }) => header) }, reading, use);
}

/** What a row says of its person or item, columns apart that say something else. */
export function attributesIn(row: Row, columns: readonly AtomicColumn[]): Attributes {
  return presentAttributes(
    Object.fromEntries(
      columns.flatMap(({ header, name, type }): [string, string | number | readonly string[]][] => {
        const text = row.get(header).trim();
        if (type === 'token') return [[name, text]];
        if (type === 'float') return text === '' || !Number.isFinite(Number(text)) ? [] : [[name, Number(text)]];
        return [[name, [...new Set(text.split(/ +/).filter((part) => part !== ''))]]];
      }),
    ),
  );
}
