/**
 * @file What a page of Parquet comes to once its encoding is undone, found without making it: a run of a few bytes may say that
 * it stands for any number of values, and a text that it repeats the one before it.
 */
import { ParquetFault } from './fault.ts';

/** Bit-packed runs are padded to eight values; some writers pad further. */
const PADDING = 512;

/** The smallest number of bits that holds a level. */
export const widthOf = (highest: number): number => 32 - Math.clz32(highest);

/**
 * Looks through the hybrid of repeated and bit-packed runs. @param at where it begins @param width bits of a value
 * @throws ParquetFault where its runs hold more than `values`, or break off before them
 */
export function checkRuns(bytes: Uint8Array, at: number, width: number, values: number): void {
  const reader = { bytes, at };
  for (let seen = 0; seen < values;) {
    const head = varint(reader);
    const count = head % 2 === 1 ? ((head - 1) / 2) * 8 : head / 2;
    if (seen + count > values + PADDING) throw new ParquetFault(`a run in a page of ${values} values holds ${count}`);
    reader.at += head % 2 === 1 ? ((head - 1) / 2) * width : (width + 7) >> 3;
    seen += count;
  }
}

/** As `checkRuns` for runs whose length in bytes, of four bytes, stands before them. @returns where what follows begins */
export function checkMeasuredRuns(bytes: Uint8Array, at: number, width: number, values: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = at + 4 + view.getUint32(at, true);
  checkRuns(bytes.subarray(0, end), at + 4, width, values);
  return end;
}

/** The bytes of the texts of a page in which each begins with a part of the one before it (DELTA_BYTE_ARRAY). */
export function sizeOfIncrementalTexts(bytes: Uint8Array, at: number, values: number): number {
  const prefixes = deltas(bytes, at, values);
  const suffixes = deltas(bytes, prefixes.end, values);
  return prefixes.sum + suffixes.sum;
}

function deltas(bytes: Uint8Array, at: number, values: number): { readonly sum: number; readonly end: number } {
  const reader = { bytes, at };
  const [block, parts] = [varint(reader), varint(reader)];
  varint(reader);
  let value = zigzag(reader);
  let sum = lengthOf(value);
  const each = block / parts;
  for (let seen = 1; seen < values;) {
    const least = zigzag(reader);
    const widths = bytes.subarray(reader.at, reader.at + parts);
    if (widths.length < parts || !Number.isInteger(each)) throw new ParquetFault('the lengths of its texts break off');
    reader.at += parts;
    for (const width of widths) {
      if (seen >= values) break;
      for (let index = 0; index < each && seen < values; index += 1, seen += 1) {
        value = (value + least + bitsAt(bytes, reader.at * 8 + index * width, width)) | 0;
        sum += lengthOf(value);
      }
      reader.at += (each * width) / 8;
    }
  }
  return { sum, end: reader.at };
}

function lengthOf(value: number): number {
  if (value < 0) throw new ParquetFault('a text in it has a negative length');
  return value;
}

/** Modulo 2^32, as the sums are. */
function bitsAt(bytes: Uint8Array, place: number, width: number): number {
  let value = 0;
  for (let bit = 0; bit < Math.min(width, 32); bit += 1) {
    const byte = bytes[(place + bit) >> 3];
    if (byte === undefined) throw new ParquetFault('the lengths of its texts break off');
    value |= ((byte >> ((place + bit) & 7)) & 1) << bit;
  }
  return value;
}

interface Place {
  readonly bytes: Uint8Array;
  at: number;
}

function varint(place: Place): number {
  let value = 0;
  let unit = 1;
  for (let shift = 0; shift < 35; shift += 7, unit *= 128) {
    const byte = place.bytes[place.at];
    if (byte === undefined) throw new ParquetFault('a page breaks off');
    place.at += 1;
    value += (byte & 127) * unit;
    if (byte < 128) return value;
  }
  throw new ParquetFault('a number in a page has no end');
}

function zigzag(place: Place): number {
  const value = varint(place);
  return (value % 2 === 0 ? value / 2 : -(value + 1) / 2) | 0;
}
