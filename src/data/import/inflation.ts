/** @file Unpacking, held to limits whatever the packing, and checked: a small file must not become an endless one. */
import { Gunzip, Inflate } from 'fflate';
import { LabError } from '../../core/errors.ts';

export interface ImportLimits {
  /** Inflated bytes of all files that are read. */
  readonly inflatedBytes: number;
  /** Inflated bytes for each compressed byte, looked at from the first mebibyte on. */
  readonly ratio: number;
}

/** Twice the largest table of MovieLens; tables of ratings shrink by 3 to 10, never by hundreds. */
export const IMPORT_LIMITS: ImportLimits = { inflatedBytes: 2 * 1024 ** 3, ratio: 200 };

const RATIO_FROM = 1024 ** 2;
// Deflate grows at most 1,032 times, so one step stays below 17 MB whatever is in it.
const STEP = 16 * 1024;

export interface PackedFile {
  readonly label: string;
  readonly compressedSize: number;
}

export class InflationBudget {
  readonly limits: ImportLimits;
  private left: number;
  private readonly sizes = new Map<string, number>();

  constructor(limits: ImportLimits) {
    this.limits = limits;
    this.left = limits.inflatedBytes;
  }

  /** Refuses a file by the size that it declares. @throws LabError `file-too-large` */
  check(file: PackedFile, size: number): void {
    if (size - (this.sizes.get(file.label) ?? 0) > this.left) throw this.tooLarge(file);
    this.checkRatio(file, size);
  }

  /** Takes a file off the budget as far as it is unpacked; what is read again costs nothing. @throws LabError `file-too-large` */
  take(file: PackedFile, size: number): void {
    const before = this.sizes.get(file.label) ?? 0;
    if (size <= before) return;
    this.sizes.set(file.label, size);
    this.left -= size - before;
    if (this.left < 0) throw this.tooLarge(file);
    this.checkRatio(file, size);
  }

  private checkRatio({ label, compressedSize }: PackedFile, size: number): void {
    const { ratio } = this.limits;
    if (size < RATIO_FROM || size <= compressedSize * ratio) return;
    const problem = `inflates to more than ${ratio} times its size, as no dataset does, so it is not read`;
    throw new LabError('file-too-large', `${label} ${problem}.`, { file: label, ratio });
  }

  private tooLarge({ label }: PackedFile): LabError {
    const { inflatedBytes } = this.limits;
    const message = `${label} takes the import past its cap of ${inflatedBytes} unpacked bytes.`;
    return new LabError('file-too-large', message, { inflatedBytes });
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  return remainder;
});

/** CRC-32, which zip and gzip have and fflate does not check. @param before that of the bytes before these */
function crc32(bytes: Uint8Array, before: number): number {
  let remainder = ~before;
  for (let at = 0; at < bytes.length; at += 1) {
    remainder = (remainder >>> 8) ^ (TABLE[(remainder ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return ~remainder >>> 0;
}

type Packing = 'gzip' | { readonly isDeflated: boolean; readonly crc32: number; readonly size: number };

/** Unpacks a stream piece by piece. Several gzipped texts one after the other are one text. @throws LabError `file-too-large`, `file-truncated`, `file-damaged` */
export async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  file: PackedFile,
  packing: Packing,
  budget: InflationBudget,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces: Uint8Array[] = [];
  const keep = (piece: Uint8Array): void => void pieces.push(piece);
  let [read, size, checksum, isSeveral] = [0, 0, 0, false];
  let tail: Uint8Array = new Uint8Array(0);
  const unpacker = packing === 'gzip' ? new Gunzip(keep) : new Inflate(keep);
  if (unpacker instanceof Gunzip) unpacker.onmember = () => (isSeveral = true);
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += STEP) {
      const step = chunk.subarray(from, from + STEP);
      read += step.length;
      tail = Uint8Array.from([...tail, ...step.subarray(-TRAILER)]).subarray(-TRAILER);
      if (packing !== 'gzip' && !packing.isDeflated) pieces.push(step);
      else push(unpacker, step, read, file);
      onRead?.(step.length);
      for (const piece of pieces.splice(0)) {
        size += piece.length;
        budget.take(file, size);
        // Before it is read as a table: its first lines would be blamed for what is wrong with the whole.
        if (packing !== 'gzip' && size > packing.size)
          throw damaged(file, `it inflates to more than the ${packing.size} bytes that it says`);
        checksum = crc32(piece, checksum);
        yield piece;
      }
    }
  }
  // The checksums of all but the last of several gzipped texts are inside of the file.
  if (packing === 'gzip' && isSeveral) return;
  const said = packing === 'gzip' ? trailerOf(tail) : packing;
  if (size === said.size && checksum === said.crc32) return;
  if (packing === 'gzip') throw damaged(file, `it may be cut off: its ${size} unpacked bytes do not fit its checksum`);
  throw damaged(
    file,
    size === said.size ? 'its checksum does not fit' : `it holds ${size} bytes and says ${said.size}`,
  );
}

const TRAILER = 8;

function trailerOf(tail: Uint8Array): { readonly crc32: number; readonly size: number } {
  if (tail.length < TRAILER) return { crc32: -1, size: -1 };
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  return { crc32: view.getUint32(0, true), size: view.getUint32(4, true) };
}

function push(unpacker: Gunzip | Inflate, step: Uint8Array, read: number, file: PackedFile): void {
  const isLast = read === file.compressedSize;
  try {
    unpacker.push(step, isLast);
  } catch (cause) {
    if (isLast && cause instanceof Error && cause.message.includes('EOF')) throw cutOff(file);
    throw damaged(file, `near its compressed byte ${read}`, { cause });
  }
}

const damaged = ({ label }: PackedFile, what: string, options?: ErrorOptions): LabError =>
  new LabError('file-damaged', `${label} is damaged: ${what}. Get the file again.`, { file: label }, options);

export const cutOff = ({ label, compressedSize }: PackedFile): LabError =>
  new LabError('file-truncated', `${label} is cut off after byte ${compressedSize}. Get the file again.`, {
    file: label,
  });
