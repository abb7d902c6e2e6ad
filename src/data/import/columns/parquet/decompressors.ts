/**
 * @file How pages of Parquet are unpacked: never to more bytes than they say. The packings that hyparquet-compressors unpacks
 * to the end, whatever is said, are unpacked here piece by piece.
 */
import { Decompress as Inflate } from 'fflate';
import { Decompress as DecompressZstandard } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ParquetFault } from './fault.ts';

type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

// Deflate grows at most 1,032 times, so one step stays below 17 MB whatever is in it.
const STEP = 16 * 1024;

/** For each packing a function that fails where a page holds more bytes than it says. */
export const boundedCompressors: Compressors = { ...compressors, GZIP: unpackGzip, ZSTD: unpackZstandard };

function unpackGzip(packed: Uint8Array, size: number): Uint8Array {
  const page = new Page(size);
  const inflate = new Inflate((piece) => page.add(piece));
  for (let from = 0; from < packed.length; from += STEP) {
    inflate.push(packed.subarray(from, from + STEP), from + STEP >= packed.length);
  }
  return page.whole();
}

function unpackZstandard(packed: Uint8Array, size: number): Uint8Array {
  const page = new Page(size);
  new DecompressZstandard((piece) => page.add(piece)).push(packed, true);
  return page.whole();
}

class Page {
  private length = 0;
  private readonly bytes: Uint8Array;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }

  add(piece: Uint8Array): void {
    if (this.length + piece.length > this.bytes.length) {
      throw new ParquetFault(`a page inflates to more than the ${this.bytes.length} bytes that it says`);
    }
    this.bytes.set(piece, this.length);
    this.length += piece.length;
  }

  whole(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** Unpacks a page. @param codec as the footer names it @throws ParquetFault where it is not as it says, or packed in an unknown way */
export function unpackPage(codec: string, packed: Uint8Array, size: number): Uint8Array {
  if (codec === 'UNCOMPRESSED') return packed;
  const unpack = (boundedCompressors as Readonly<Record<string, Unpack | undefined>>)[codec];
  if (unpack === undefined) throw new ParquetFault(`it is packed by ${codec}, which cannot be read`);
  const page = unpack(packed, size);
  if (page.length !== size) throw new ParquetFault(`a page holds ${page.length} bytes and says ${size}`);
  return page;
}
