/**
 * @file Thrift's compact protocol, read within bounds: what Parquet says of itself is looked at here before a library reads it
 * that takes every length at its word.
 */
import { ParquetFault } from './fault.ts';

/** A value of a struct: numbers of any width, truth, bytes (as where they stand), a list, or a struct by field number. */
export type ThriftValue = number | boolean | Uint8Array | readonly ThriftValue[] | ThriftStruct;

/** The fields of a struct by their numbers. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12];
const DEEPEST = 32;
const LONGEST_VARINT = 10;

/**
 * Reads one struct.
 * @returns the struct, and where what follows it begins
 * @throws ParquetFault where it breaks off, says of a list or text that it is longer than the bytes left, or nests deeper than any file's
 */
export function readThrift(bytes: Uint8Array, at: number): { readonly value: ThriftStruct; readonly end: number } {
  const reader = new ThriftReader(bytes, at);
  return { value: reader.struct(0), end: reader.at };
}

class ThriftReader {
  at: number;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  struct(depth: number): ThriftStruct {
    if (depth > DEEPEST) throw new ParquetFault('it is nested too deep');
    const fields = new Map<number, ThriftValue>();
    for (let field = 0; ;) {
      const head = this.byte();
      if ((head & 15) === STOP) return fields;
      field = head >> 4 === 0 ? this.zigzag() : field + (head >> 4);
      fields.set(field, this.value(head & 15, depth));
    }
  }

  private value(type: number, depth: number): ThriftValue {
    if (type === TRUE || type === FALSE) return type === TRUE;
    if (type === BYTE) return (this.byte() << 24) >> 24;
    if (type === I16 || type === I32) return this.narrow(this.zigzag());
    if (type === I64) return this.zigzag();
    if (type === DOUBLE) return this.skipped(8).length;
    if (type === BINARY) return this.skipped(this.varint());
    if (type === LIST) return this.list(depth);
    if (type === STRUCT) return this.struct(depth + 1);
    throw new ParquetFault(`it has a field of the type ${type}, which Parquet does not use`);
  }

  private list(depth: number): readonly ThriftValue[] {
    if (depth > DEEPEST) throw new ParquetFault('it is nested too deep');
    const head = this.byte();
    const length = head >> 4 === 15 ? this.varint() : head >> 4;
    // Every element takes a byte at least.
    if (length > this.bytes.length - this.at)
      throw new ParquetFault(`a list is to hold ${length} values and breaks off`);
    const type = head & 15;
    return Array.from({ length }, () =>
      type === TRUE || type === FALSE ? this.byte() === 1 : this.value(type, depth + 1),
    );
  }

  private byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new ParquetFault('it breaks off');
    this.at += 1;
    return byte;
  }

  private skipped(length: number): Uint8Array {
    if (length > this.bytes.length - this.at)
      throw new ParquetFault(`a text is to hold ${length} bytes and breaks off`);
    const start = this.at;
    this.at += length;
    return this.bytes.subarray(start, this.at);
  }

  private varint(): number {
    let value = 0;
    let unit = 1;
    for (let place = 0; place < LONGEST_VARINT; place += 1, unit *= 128) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
    throw new ParquetFault('a number in it has no end');
  }

  private zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  private narrow(value: number): number {
    // A longer one is read modulo 2^32 elsewhere, and would then be another number.
    if (value !== (value | 0)) throw new ParquetFault('a number in it is out of range');
    return value;
  }
}
