/** Parquet files that are small and would become endless, or that say less than they hold: each is refused before it is read. */
import { gzipSync } from 'node:zlib';
import type { ColumnMetaData, CompressionCodec, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { importSources, madeSource } from './sources.ts';
import { labErrorOf } from './zips.ts';

interface Writing {
  readonly codec?: CompressionCodec;
  readonly compress?: (page: Uint8Array) => Uint8Array;
  readonly rowGroupSize?: number;
  readonly pageSize?: number;
  /** Changes what the footer will say of each column of each group. */
  readonly lie?: (column: ColumnMetaData, group: { num_rows: bigint }) => void;
}

function written(columnData: ColumnSource[], writing: Writing = {}): Uint8Array {
  const { codec = 'SNAPPY', compress, rowGroupSize = columnData[0]?.data.length ?? 0, pageSize, lie } = writing;
  const writer = new ByteWriter();
  const schema: SchemaElement[] = schemaFromColumnData({ columnData });
  const file = new ParquetWriter({
    writer,
    schema,
    codec,
    ...(compress !== undefined && { compressors: { [codec]: compress } }),
  });
  void file.write({ columnData, rowGroupSize, ...(pageSize !== undefined && { pageSize }) });
  for (const group of file.row_groups) {
    for (const { meta_data: meta } of group.columns) if (meta !== undefined) lie?.(meta, group);
  }
  void file.finish();
  return new Uint8Array(writer.getBuffer()).slice();
}

const texts = (name: string, data: string[], encoding?: ColumnSource['encoding']): ColumnSource => ({
  name,
  data,
  type: 'STRING',
  ...(encoding !== undefined && { encoding }),
});

const ids = (name: string, length: number): ColumnSource => ({
  name,
  data: Array.from({ length }, (_, index) => `${name} ${index}`),
  type: 'STRING',
});

const refusalOf = (bytes: Uint8Array) => labErrorOf(importSources(madeSource('bomb.parquet', bytes)));

describe('a small file', () => {
  const rows = 500_000;
  const bomb = written(
    [
      texts('user_id', Array<string>(rows).fill('u')),
      texts('item_id', Array<string>(rows).fill('i')),
      texts('review', Array<string>(rows).fill('x'.repeat(2000))),
    ],
    { rowGroupSize: rows },
  );

  test('that says half a million rows is refused by its footer', async () => {
    expect(bomb.length).toBeLessThan(4000);
    const error = await refusalOf(bomb);
    expect([error.code, error.message]).toEqual([
      'file-too-large',
      'bomb.parquet inflates to more than 200 times its size, as no dataset does, so it is not read.',
    ]);
  });

  test.each([
    ['more rows', 10n ** 6n],
    ['endless rows', 2n ** 62n],
    ['negative rows', -5n],
  ])('that says %s than it holds is refused', async (_, num_rows) => {
    const lying = written([ids('user_id', 5), ids('item_id', 5)], { lie: (__, group) => (group.num_rows = num_rows) });
    const error = await refusalOf(lying);
    expect(error.code).toBe('file-damaged');
  });
});

describe('a page', () => {
  const people = 5;
  const swollen = gzipSync(new Uint8Array(32 * 1024 ** 2));

  test('that inflates to more than it says is cut off', async () => {
    const lying = written([ids('user_id', people), ids('item_id', people)], { codec: 'GZIP', compress: () => swollen });
    expect((await refusalOf(lying)).code).toBe('file-invalid');
  });

  test('of Zstandard that inflates to more than it says is cut off', async () => {
    // A frame without a size: magic, a window of 128 KiB, and 4,000 blocks that repeat a byte 128 KiB long.
    const block = [(1 << 1) | ((131_072 << 3) & 0xff), (131_072 >> 5) & 0xff, (131_072 >> 13) & 0xff, 7];
    const blocks = Array.from({ length: 4000 }, () => block).flat();
    const frame = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38, ...blocks]);
    const columns = [ids('user_id', people), ids('item_id', people)];
    expect((await refusalOf(written(columns, { codec: 'ZSTD', compress: () => frame }))).code).toBe('file-damaged');
  });

  test('whose texts each repeat the one before them is held to the limits', async () => {
    const bomb = written(
      [texts('user_id', Array<string>(2000).fill('x'.repeat(100_000)), 'DELTA_BYTE_ARRAY'), ids('item_id', 2000)],
      { pageSize: 2 ** 30 },
    );
    expect(bomb.length).toBeLessThan(1024 ** 2);
    expect((await refusalOf(bomb)).code).toBe('file-too-large');
  });
});
