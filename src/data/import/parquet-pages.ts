/** @file The headers of a Parquet column's pages, looked through before hyparquet reads the pages: none may hold more than the footer says. */
import { Decompress as Inflate } from 'fflate';
import { Decompress as DecompressZstandard } from 'fzstd';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { ColumnMetaData, Compressors } from 'hyparquet/src/types.js';
import { compressors } from 'hyparquet-compressors';

// Deflate grows at most 1,032 times, so one step stays below 17 MB whatever is in it.
const STEP = 16 * 1024;
/** What a value takes at least once it is read, however few bits it has in the file. */
export const VALUE_BYTES = 8;

/** What is wrong with a file, as the end of the sentence that names the file and the place. */
export class ParquetFault extends Error {}

export function natural(value: bigint | number): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new ParquetFault(`a count in it is ${value}`);
}

export const boundedCompressors: Compressors = {
  ...compressors,
  GZIP: (packed, size) =>
    pageOf(size, (add) => {
      const inflate = new Inflate(add);
      for (let from = 0; from < packed.length; from += STEP)
        inflate.push(packed.subarray(from, from + STEP), from + STEP >= packed.length);
    }),
  ZSTD: (packed, size) => pageOf(size, (add) => void new DecompressZstandard(add).push(packed, true)),
};

function pageOf(size: number, unpack: (add: (piece: Uint8Array) => void) => void): Uint8Array {
  const page = new Uint8Array(size);
  let length = 0;
  unpack((piece) => {
    if (length + piece.length > size)
      throw new ParquetFault(`a page inflates to more than the ${size} bytes that it says`);
    page.set(piece, length);
    length += piece.length;
  });
  return page.subarray(0, length);
}

/**
 * @param isFlat whether a value is a row, so that pages behind the rows that are wanted are not looked at
 * @param take receives the bytes of each page before it is unpacked; throws where that is too much
 */
export function checkPages(
  bytes: Uint8Array,
  meta: ColumnMetaData,
  isFlat: boolean,
  rows: number,
  take: (bytes: number) => void,
): void {
  const name = meta.path_in_schema.join('.');
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  let [size, values] = [0, 0];
  while (reader.offset < bytes.length - 1 && !(isFlat && values >= rows)) {
    const header = parquetHeader(reader);
    reader.offset += natural(header.compressed_page_size);
    if (reader.offset > bytes.length) throw new ParquetFault(`a page of the column ${name} ends past the column`);
    size += natural(header.uncompressed_page_size);
    if (size > Number(meta.total_uncompressed_size))
      throw new ParquetFault(
        `the column ${name} inflates to more than the ${meta.total_uncompressed_size} bytes that its footer says`,
      );
    const { dictionary_page_header: dictionary, data_page_header: first, data_page_header_v2: second } = header;
    if (dictionary !== undefined && natural(dictionary.num_values) > header.uncompressed_page_size * 8)
      throw new ParquetFault(
        `a dictionary of ${dictionary.num_values} values is to fit into ${header.uncompressed_page_size} bytes`,
      );
    const count = natural(first?.num_values ?? second?.num_values ?? 0);
    take(Math.max(header.uncompressed_page_size, count * VALUE_BYTES));
    values += count;
    if (values > Number(meta.num_values))
      throw new ParquetFault(`the column ${name} holds more than the ${meta.num_values} values that its footer says`);
  }
}
