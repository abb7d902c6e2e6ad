/** @file The pages of a Parquet column, looked through before hyparquet reads them: none may come to more than it and the footer say. */
import { Decompress as Inflate } from 'fflate';
import { Decompress as DecompressZstandard } from 'fzstd';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { readVarInt } from 'hyparquet/src/thrift.js';
import type { ColumnMetaData, Compressors, DataPageHeaderV2, SchemaTree } from 'hyparquet/src/types.js';
import { compressors } from 'hyparquet-compressors';

// Deflate grows at most 1,032 times, so one step stays below 17 MB whatever is in it.
const STEP = 16 * 1024;
/** Bit-packed runs are padded to eight values; some writers pad further. */
const PADDING = 512;
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

/** @param take receives the bytes of each page before it is unpacked; throws where that is too much */
export function checkPages(
  bytes: Uint8Array,
  meta: ColumnMetaData,
  path: SchemaTree[],
  rows: number,
  take: (bytes: number) => void,
): void {
  const name = meta.path_in_schema.join('.');
  const levels = [getMaxRepetitionLevel(path), getMaxDefinitionLevel(path)] as const;
  const reader = readerOf(bytes);
  let [size, values] = [0, 0];
  while (reader.offset < bytes.length - 1 && !(path.length === 2 && values >= rows)) {
    const header = parquetHeader(reader);
    const page = bytes.subarray(reader.offset, reader.offset + natural(header.compressed_page_size));
    reader.offset += header.compressed_page_size;
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
    if (first === undefined && second === undefined) continue;
    values += count;
    if (values > Number(meta.num_values))
      throw new ParquetFault(`the column ${name} holds more than the ${meta.num_values} values that its footer says`);
    const decoded: Decoded = { levels, count, codec: meta.codec, isBoolean: meta.type === 'BOOLEAN', take };
    if (first !== undefined) checkFirst(page, header.uncompressed_page_size, first.encoding, decoded);
    else if (second !== undefined) checkSecond(page, header.uncompressed_page_size, second, decoded);
  }
}

interface Decoded {
  readonly levels: readonly [repetition: number, definition: number];
  readonly count: number;
  readonly codec: ColumnMetaData['codec'];
  readonly isBoolean: boolean;
  readonly take: (bytes: number) => void;
}

function checkFirst(page: Uint8Array, size: number, encoding: string, decoded: Decoded): void {
  const held = readerOf(decompressPage(page, size, decoded.codec, boundedCompressors));
  for (const level of decoded.levels) if (level > 0) checkRuns(held, widthOf(level), decoded.count, true);
  checkValues(held, encoding, decoded);
}

function checkSecond(page: Uint8Array, size: number, header: DataPageHeaderV2, decoded: Decoded): void {
  const lengths = [
    natural(header.repetition_levels_byte_length),
    natural(header.definition_levels_byte_length),
  ] as const;
  const ofLevels = lengths[0] + lengths[1];
  for (const [at, level] of decoded.levels.entries()) {
    const reader = { ...readerOf(page), offset: at * lengths[0] };
    if (level > 0 && (lengths[at] ?? 0) > 0) checkRuns(reader, widthOf(level), decoded.count, false);
  }
  const rest = page.subarray(ofLevels);
  const isPlain = header.is_compressed === false || rest.length === 0;
  const body = isPlain ? rest : decompressPage(rest, size - ofLevels, decoded.codec, boundedCompressors);
  checkValues(readerOf(body), header.encoding, decoded);
}

interface Reader {
  readonly view: DataView;
  offset: number;
}

const readerOf = (bytes: Uint8Array): Reader => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  offset: 0,
});

const widthOf = (highest: number): number => 32 - Math.clz32(highest);

/** A run of a few bytes may say that it stands for any number of values. @param isMeasured whether its length stands before it */
function checkRuns(reader: Reader, width: number, values: number, isMeasured: boolean): void {
  const { view } = reader;
  let end = view.byteLength;
  if (isMeasured) {
    end = reader.offset + 4 + view.getUint32(reader.offset, true);
    reader.offset += 4;
  }
  for (let seen = 0; seen < values && reader.offset < Math.min(end, view.byteLength);) {
    const head = readVarInt(reader) >>> 0;
    const count = head % 2 === 1 ? ((head - 1) / 2) * 8 : head / 2;
    if (seen + count > values + PADDING) throw new ParquetFault(`a run in a page of ${values} values holds ${count}`);
    reader.offset += head % 2 === 1 ? ((head - 1) / 2) * width : (width + 7) >> 3;
    seen += count;
  }
  if (isMeasured) reader.offset = end;
}

function checkValues(reader: Reader, encoding: string, { isBoolean, count: values, take }: Decoded): void {
  if (reader.offset >= reader.view.byteLength) return;
  if (encoding === 'DELTA_BYTE_ARRAY') {
    // Each text begins with a part of the one before it.
    const head = { ...reader };
    const [, , held = 0] = [readVarInt(head), readVarInt(head), readVarInt(head)];
    const prefixes = new Int32Array(Math.min(values, Math.max(0, held)));
    deltaBinaryUnpack(reader, prefixes.length, prefixes);
    take(prefixes.reduce((sum, length) => sum + Math.max(0, length), 0));
  } else if (encoding === 'RLE' && isBoolean) checkRuns(reader, 1, values, true);
  else if (encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY') {
    const width = reader.view.getUint8(reader.offset);
    reader.offset += 1;
    if (width > 0) checkRuns(reader, width, values, false);
  }
}
