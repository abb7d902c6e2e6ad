/** @file One gzipped file (RFC 1952), inflated as it is read, within the limits and checked against its checksum. */
import { Gunzip } from 'fflate';
import { LabError } from '../../core/errors.ts';
import { crc32 } from './crc32.ts';
import type { InflationBudget, PackedFile } from './inflation.ts';
import { bytesOf, chunksOf, type SourceFile } from './source.ts';

const MAGIC = [0x1f, 0x8b] as const;
const SMALLEST = 18;
const TRAILER = 8;
const STEP = 16 * 1024;

/** True where the file begins as a gzipped one does, whatever its name says. */
export async function looksLikeGzip(source: SourceFile): Promise<boolean> {
  const [first, second] = await bytesOf(source, 0, Math.min(2, source.size));
  return first === MAGIC[0] && second === MAGIC[1];
}

/**
 * The unpacked bytes. Several gzipped files one after the other are one text, as gzip has it.
 * @param onRead told the compressed bytes of each step
 * @throws LabError `file-truncated`, `file-damaged` near a byte, `file-too-large`
 */
export async function* readGzip(
  source: SourceFile,
  budget: InflationBudget,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file: PackedFile = { label: source.name, compressedSize: source.size };
  if (source.size < SMALLEST) throw truncated(source);
  const pieces: Uint8Array[] = [];
  let isSeveral = false;
  const gunzip = new Gunzip((piece) => pieces.push(piece));
  gunzip.onmember = () => (isSeveral = true);
  let read = 0;
  let size = 0;
  let checksum = 0;
  for await (const chunk of chunksOf(source, 0, source.size)) {
    for (let from = 0; from < chunk.length; from += STEP) {
      const step = chunk.subarray(from, from + STEP);
      read += step.length;
      push(gunzip, step, source, read);
      onRead(step.length);
      for (const piece of pieces.splice(0)) {
        size += piece.length;
        budget.take(file, piece.length, size);
        checksum = crc32(piece, checksum);
        yield piece;
      }
    }
  }
  // The checksums of all but the last of several are inside of the file, where nothing tells them apart.
  if (!isSeveral) await checkTrailer(source, size, checksum);
}

function push(gunzip: Gunzip, step: Uint8Array, source: SourceFile, read: number): void {
  try {
    gunzip.push(step, read === source.size);
  } catch (thrown) {
    if (read === source.size && thrown instanceof Error && thrown.message.includes('EOF')) throw truncated(source);
    throw new LabError(
      'file-damaged',
      `${source.name} is damaged near its compressed byte ${read}. Get the file again.`,
      { byte: read },
      { cause: thrown },
    );
  }
}

async function checkTrailer(source: SourceFile, size: number, checksum: number): Promise<void> {
  const trailer = await bytesOf(source, source.size - TRAILER, source.size);
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength);
  if (view.getUint32(0, true) === checksum && view.getUint32(4, true) === size % 2 ** 32) return;
  throw new LabError(
    'file-damaged',
    `${source.name} is damaged or cut off: its ${size} unpacked bytes do not fit its checksum. Get the file again.`,
    { file: source.name, bytes: size },
  );
}

const truncated = (source: SourceFile): LabError =>
  new LabError(
    'file-truncated',
    `${source.name} is cut off after byte ${source.size}: its gzipped text has no end. Get the file again.`,
    { file: source.name, bytes: source.size },
  );
