/** @file One file out of a zip, inflated as it is read, within the limits and checked against its checksum. */
import { Inflate } from 'fflate';
import { LabError } from '../../core/errors.ts';
import { crc32 } from './crc32.ts';
import type { InflationBudget, PackedFile } from './inflation.ts';
import { bytesOf, chunksOf, type SourceFile } from './source.ts';
import type { ZipEntry } from './zip-directory.ts';

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
// Deflate grows at most 1,032 times, so one step stays below 17 MB whatever is in it.
const STEP = 16 * 1024;

/**
 * The bytes of a file in a zip.
 * @param onRead told the compressed bytes of each step
 * @throws LabError `file-too-large` past a limit, `file-truncated`, `file-damaged` (header, deflate stream, size, checksum),
 *   `file-invalid` where it is encrypted or packed in another way
 */
export async function* readZipMember(
  source: SourceFile,
  entry: ZipEntry,
  budget: InflationBudget,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const label = `${entry.path} in ${source.name}`;
  const file: PackedFile = { label, compressedSize: entry.compressedSize };
  checkReadable(label, entry);
  budget.check(file, entry.size);
  const start = await dataStart(source, entry, label);
  const end = start + entry.compressedSize;
  if (end > source.size) {
    throw new LabError('file-truncated', `${label} is cut off: byte ${end} of ${source.size} was to be its last.`);
  }
  let size = 0;
  let checksum = 0;
  for await (const piece of unpacked(chunksOf(source, start, end), entry, label, onRead)) {
    size += piece.length;
    budget.take(file, piece.length, size);
    // Before anything of it is read as a table: its first lines would be blamed for what is wrong with the whole.
    if (size > entry.size) throw damaged(label, entry, `it inflates to more than the ${entry.size} bytes that it says`);
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (size !== entry.size || checksum !== entry.crc32) {
    const what = size === entry.size ? 'its checksum does not fit' : `it holds ${size} bytes and says ${entry.size}`;
    throw damaged(label, entry, what);
  }
}

const damaged = (label: string, { path }: ZipEntry, what: string): LabError =>
  new LabError('file-damaged', `${label} is damaged: ${what}. Get the file again.`, { member: path });

async function dataStart(source: SourceFile, entry: ZipEntry, label: string): Promise<number> {
  const header = await bytesOf(source, entry.offset, Math.min(source.size, entry.offset + LOCAL_HEADER_SIZE));
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < LOCAL_HEADER_SIZE || view.getUint32(0, true) !== LOCAL_HEADER) {
    throw new LabError(
      'file-damaged',
      `${label} is not where the zip says (byte ${entry.offset}). Get the file again.`,
    );
  }
  return entry.offset + LOCAL_HEADER_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
}

async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  entry: ZipEntry,
  label: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => pieces.push(piece));
  let read = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += STEP) {
      const step = chunk.subarray(from, from + STEP);
      read += step.length;
      if (entry.method === STORED) pieces.push(step);
      else push(inflate, step, read === entry.compressedSize, label, read);
      onRead(step.length);
      yield* pieces.splice(0);
    }
  }
}

function push(inflate: Inflate, step: Uint8Array, last: boolean, label: string, read: number): void {
  try {
    inflate.push(step, last);
  } catch (thrown) {
    throw new LabError(
      'file-damaged',
      `${label} is damaged near its compressed byte ${read}. Get the file again.`,
      { byte: read },
      { cause: thrown },
    );
  }
}

function checkReadable(label: string, entry: ZipEntry): void {
  if (entry.encrypted) {
    throw new LabError('file-invalid', `${label} is encrypted; zip it again without a password.`);
  }
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw new LabError('file-invalid', `${label} is packed by method ${entry.method}; zip it again with deflate.`);
  }
}
