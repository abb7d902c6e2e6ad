/**
 * @file The table of contents of a zip (APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16), read before anything is inflated,
 * so that what is missing, too large or ill-meant is known first.
 */
import { LabError } from '../../core/errors.ts';
import { bytesOf, type SourceFile } from './source.ts';

/** One file in a zip, as the table of contents has it; nothing of it is trusted when the file is read. */
export interface ZipEntry {
  /** Folders and name with `/`. */
  readonly path: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where its own header begins in the zip. */
  readonly offset: number;
}

const END_RECORD = 0x06054b50;
const END_RECORD_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_SIZE = 46;
const DIRECTORY_CAP = 16 * 1024 ** 2;
const SAME_IN_ZIP64 = 0xffffffff;
// A file, the end of an empty zip, a part of a split one. The letters PK alone may begin a table.
const FIRST_BYTES = new Set([0x04034b50, END_RECORD, 0x08074b50]);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** True where the file begins as a zip does. */
export async function looksLikeZip(source: SourceFile): Promise<boolean> {
  const start = await bytesOf(source, 0, Math.min(4, source.size));
  return start.length === 4 && FIRST_BYTES.has(viewOf(start).getUint32(0, true));
}

/**
 * The files in a zip, folders left out.
 * @throws LabError `file-truncated` where the end is missing, `file-damaged` where it makes no sense, `file-invalid` for a
 *   path that leaves the zip, `file-too-large` for a table of contents past its cap
 */
export async function readZipDirectory(source: SourceFile): Promise<readonly ZipEntry[]> {
  const { offset, size } = await findDirectory(source);
  if (size > DIRECTORY_CAP) {
    throw new LabError('file-too-large', `${source.name} lists more files than any dataset has.`, { size });
  }
  if (offset + size > source.size)
    throw damaged(source, `its list of files is to be at byte ${offset}, past its end at byte ${source.size}`);
  const bytes = await bytesOf(source, offset, offset + size);
  return [...entriesIn(source, bytes)].filter((entry) => !entry.path.endsWith('/'));
}

function damaged(source: SourceFile, what: string): LabError {
  return new LabError('file-damaged', `${source.name} is damaged: ${what}. Get the file again.`, { file: source.name });
}

async function findDirectory(source: SourceFile): Promise<{ offset: number; size: number }> {
  const tailStart = Math.max(0, source.size - END_RECORD_SIZE - LONGEST_COMMENT);
  const tail = await bytesOf(source, tailStart, source.size);
  const view = viewOf(tail);
  for (let at = tail.length - END_RECORD_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    return { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
  }
  throw new LabError(
    'file-truncated',
    `${source.name} is cut off after byte ${source.size}: it begins as a zip and its end, with the list of its files, is missing. Get the file again.`,
    { file: source.name, bytes: source.size },
  );
}

function* entriesIn(source: SourceFile, bytes: Uint8Array): Generator<ZipEntry> {
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length;) {
    if (at + DIRECTORY_HEADER_SIZE > bytes.length || view.getUint32(at, true) !== DIRECTORY_HEADER) {
      throw damaged(source, `its list of files breaks off at its byte ${at}`);
    }
    const nameEnd = at + DIRECTORY_HEADER_SIZE + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > bytes.length) throw damaged(source, `its list of files breaks off at its byte ${at}`);
    const entry = {
      path: checkedPath(source, new TextDecoder().decode(bytes.subarray(at + DIRECTORY_HEADER_SIZE, nameEnd))),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc32: view.getUint32(at + 16, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    if ([entry.compressedSize, entry.size, entry.offset].includes(SAME_IN_ZIP64)) {
      throw new LabError('file-too-large', `${entry.path} in ${source.name} is of 4 GiB or more.`, {
        member: entry.path,
      });
    }
    yield entry;
    at = end;
  }
}

/** Refuses what would lie outside of the folder that the zip is unpacked to, though nothing is unpacked here. */
function checkedPath(source: SourceFile, written: string): string {
  const path = written.replaceAll('\\', '/');
  if (!path.startsWith('/') && !/^[a-z]:/i.test(path) && !path.split('/').includes('..')) return path;
  throw new LabError(
    'file-invalid',
    `${source.name} holds a file whose path leads out of it (${JSON.stringify(path.slice(0, 100))}), so none of it is read.`,
    { member: path },
  );
}
