/** @file The pages of a column, looked through before they are read: none may come to more than it and the footer say. */
import type { ColumnMetaData } from 'hyparquet';
import { checkMeasuredRuns, checkRuns, sizeOfIncrementalTexts, widthOf } from './encodings.ts';
import { unpackPage } from './decompressors.ts';
import { readThrift, type ThriftStruct } from './thrift.ts';
import { ParquetFault } from './fault.ts';

/** A column of plain values, at the end of its path. */
export interface LeafColumn {
  /** Names from the top of the schema, joined by dots. */
  readonly path: string;
  readonly isFlat: boolean;
  readonly definitions: number;
  readonly repetitions: number;
}

/** A column's part of a group of rows. */
export interface ColumnChunk {
  readonly leaf: LeafColumn;
  readonly meta: ColumnMetaData;
  /** Rows from the beginning of the group that will be read. */
  readonly rows: number;
}

const [DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2] = [0, 2, 3];
// By the numbers that Parquet gives to encodings.
const [PLAIN_DICTIONARY, RLE, DELTA_BYTE_ARRAY, RLE_DICTIONARY] = [2, 3, 7, 8];

/**
 * Goes through the pages of a column's part of a group.
 * @param take told the bytes that each page comes to, before it is unpacked; throws where that is too much
 * @throws ParquetFault, with what is wrong, where pages hold more than they or the footer say, or break off
 */
export function checkPages(bytes: Uint8Array, { leaf, meta, rows }: ColumnChunk, take: (bytes: number) => void): void {
  const declared = { size: Number(meta.total_uncompressed_size), values: Number(meta.num_values) };
  let size = 0;
  let values = 0;
  for (let at = 0; at < bytes.length - 1 && !(leaf.isFlat && values >= rows);) {
    const { value: header, end: start } = readThrift(bytes, at);
    const pageSize = natural(header, 2);
    at = start + natural(header, 3);
    if (at > bytes.length) throw new ParquetFault(`a page of the column ${leaf.path} ends past the column`);
    size += pageSize;
    if (size > declared.size) {
      throw new ParquetFault(
        `the column ${leaf.path} inflates to more than the ${declared.size} bytes that its footer says`,
      );
    }
    take(pageSize);
    values += checkPage(header, bytes.subarray(start, at), { leaf, meta }, take);
    if (values > declared.values) {
      throw new ParquetFault(
        `the column ${leaf.path} holds more than the ${declared.values} values that its footer says`,
      );
    }
  }
  if (leaf.isFlat && values < rows) throw new ParquetFault(`the column ${leaf.path} holds ${values} of ${rows} rows`);
}

type Column = Pick<ColumnChunk, 'leaf' | 'meta'>;

/** @returns how many values it holds */
function checkPage(header: ThriftStruct, bytes: Uint8Array, column: Column, take: (bytes: number) => void): number {
  const type = natural(header, 1);
  const size = natural(header, 2);
  if (type === DICTIONARY_PAGE) {
    const words = natural(structIn(header, 7), 1);
    if (words > size * 8) throw new ParquetFault(`a dictionary of ${words} values is to fit into ${size} bytes`);
    return 0;
  }
  if (type === DATA_PAGE) {
    const data = structIn(header, 5);
    const page = unpackPage(column.meta.codec, bytes, size);
    const values = natural(data, 1);
    checkValues(page, afterLevels(page, column.leaf, values), values, natural(data, 2), column, take);
    return values;
  }
  if (type === DATA_PAGE_V2) return checkSecondVersion(structIn(header, 8), bytes, size, column, take);
  throw new ParquetFault(`it has a page of the type ${type}, which cannot be read`);
}

function afterLevels(page: Uint8Array, { repetitions, definitions, isFlat }: LeafColumn, values: number): number {
  let at = 0;
  if (repetitions > 0 && !isFlat) at = checkMeasuredRuns(page, at, widthOf(repetitions), values);
  if (definitions > 0) at = checkMeasuredRuns(page, at, widthOf(definitions), values);
  return at;
}

function checkSecondVersion(
  data: ThriftStruct,
  bytes: Uint8Array,
  size: number,
  column: Column,
  take: (bytes: number) => void,
): number {
  const { repetitions, definitions } = column.leaf;
  const [values, definitionBytes, repetitionBytes] = [natural(data, 1), natural(data, 5), natural(data, 6)];
  if (natural(data, 2) > values || natural(data, 3) > values)
    throw new ParquetFault('a page holds more rows than values');
  if (repetitions > 0) checkRuns(bytes, 0, widthOf(repetitions), values);
  if (definitions > 0) checkRuns(bytes, repetitionBytes, widthOf(definitions), values);
  const packed = bytes.subarray(repetitionBytes + (definitions > 0 ? definitionBytes : 0));
  const isPacked = data.get(7) !== false;
  const page = isPacked ? unpackPage(column.meta.codec, packed, size - definitionBytes - repetitionBytes) : packed;
  checkValues(page, 0, values - natural(data, 2), natural(data, 4), column, take);
  return values;
}

function checkValues(
  page: Uint8Array,
  at: number,
  values: number,
  encoding: number,
  { meta }: Column,
  take: (bytes: number) => void,
): void {
  if (values === 0) return;
  const isDictionary = encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY;
  if (encoding === DELTA_BYTE_ARRAY) take(sizeOfIncrementalTexts(page, at, values));
  else if (encoding === RLE && meta.type === 'BOOLEAN') checkMeasuredRuns(page, at, 1, values);
  else if ((isDictionary || encoding === RLE) && (page[at] ?? 0) > 0) checkRuns(page, at + 1, page[at] ?? 0, values);
}

function structIn(header: ThriftStruct, field: number): ThriftStruct {
  const value = header.get(field);
  if (value instanceof Map) return value as ThriftStruct;
  throw new ParquetFault('a page does not say what it holds');
}

function natural(header: ThriftStruct, field: number): number {
  const value = header.get(field);
  if (typeof value === 'number' && value >= 0) return value;
  throw new ParquetFault('a page does not say how much it holds');
}
