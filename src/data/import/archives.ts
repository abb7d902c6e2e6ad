/**
 * @file The tables of contents of archives: zip (APPNOTE.TXT 6.3.10, without ZIP64) and tar (ustar). They are read before anything is
 * unpacked, so that what is missing, too large or ill-meant is known first.
 */
import { LabError } from '../../core/errors.ts';
import { bytesOf, type SourceFile } from './source-files.ts';

export interface ArchiveEntry {
  readonly path: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where its own header begins in a zip, or its bytes in a tar. */
  readonly offset: number;
}

const END_RECORD = 0x06054b50;
const END_RECORD_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_SIZE = 46;
const DIRECTORY_CAP = 16 * 1024 ** 2;
// A file, the end of an empty zip, a part of a split one. The letters PK alone may begin a table.
const ZIP_STARTS = new Set([0x04034b50, END_RECORD, 0x08074b50]);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const isZip = (start: Uint8Array): boolean =>
  start.length >= 4 && ZIP_STARTS.has(viewOf(start).getUint32(0, true));

export const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;

const damaged = (name: string, what: string): LabError =>
  new LabError('file-damaged', `${name} is damaged: ${what}. Get the file again.`, { file: name });

/** @throws LabError `file-truncated`, `file-damaged`, `file-invalid` for a path that leaves the zip, `file-too-large` */
export async function zipEntries(source: SourceFile): Promise<readonly ArchiveEntry[]> {
  const { offset, size } = await findDirectory(source);
  if (size > DIRECTORY_CAP)
    throw new LabError('file-too-large', `${source.name} lists more files than any dataset has.`, { size });
  if (offset + size > source.size)
    throw damaged(source.name, `its list of files is to be at byte ${offset}, past its end at byte ${source.size}`);
  const bytes = await bytesOf(source, offset, offset + size);
  return [...entriesIn(source, bytes)].filter((entry) => !entry.path.endsWith('/'));
}

async function findDirectory(source: SourceFile): Promise<{ offset: number; size: number }> {
  const tail = await bytesOf(source, Math.max(0, source.size - END_RECORD_SIZE - LONGEST_COMMENT), source.size);
  const view = viewOf(tail);
  for (let at = tail.length - END_RECORD_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    return { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
  }
  const problem = 'it begins as a zip and its end, with the list of its files, is missing';
  const message = `${source.name} is cut off after byte ${source.size}: ${problem}. Get the file again.`;
  throw new LabError('file-truncated', message, { file: source.name, bytes: source.size });
}

function* entriesIn({ name }: SourceFile, bytes: Uint8Array): Generator<ArchiveEntry> {
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length;) {
    if (at + DIRECTORY_HEADER_SIZE > bytes.length || view.getUint32(at, true) !== DIRECTORY_HEADER)
      throw damaged(name, `its list of files breaks off at its byte ${at}`);
    const nameEnd = at + DIRECTORY_HEADER_SIZE + view.getUint16(at + 28, true);
    const end = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (end > bytes.length) throw damaged(name, `its list of files breaks off at its byte ${at}`);
    yield {
      path: checkedPath(name, new TextDecoder().decode(bytes.subarray(at + DIRECTORY_HEADER_SIZE, nameEnd))),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc32: view.getUint32(at + 16, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    at = end;
  }
}

function checkedPath(name: string, given: string): string {
  const path = given.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
  if (!path.startsWith('/') && !/^[a-z]:/i.test(path) && !path.split('/').includes('..')) return path;
  const written = JSON.stringify(path.slice(0, 100));
  const message = `${name} holds a file whose path leads out of it (${written}), so none of it is read.`;
  throw new LabError('file-invalid', message, { member: path });
}

const BLOCK = 512;
const MOST_ENTRIES = 100_000;

/** True where the first block is the header of a tar: its checksum fits. */
export function isTar(start: Uint8Array): boolean {
  const header = start.subarray(0, BLOCK);
  if (header.length < BLOCK || header[0] === 0) return false;
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return octal(header, 148, 8) === sum;
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  new TextDecoder().decode(bytes.subarray(at, at + length)).replace(/\0[^]*$/, '');

function octal(bytes: Uint8Array, at: number, length: number): number {
  const digits = textAt(bytes, at, length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : 0;
}

/** @param read the bytes of a part, asked for in ascending order; fewer at the end. @throws LabError `file-damaged`, `file-invalid` */
export async function tarEntries(
  name: string,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<readonly ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for (let at = 0; entries.length < MOST_ENTRIES;) {
    const header = await read(at, at + BLOCK);
    if (header.length < BLOCK || header[0] === 0) break;
    if (!isTar(header)) throw damaged(name, `it has no header of a file at byte ${at}`);
    const size = octal(header, 124, 12);
    const [type, start] = [String.fromCharCode(header[156] ?? 0), at + BLOCK];
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    const isUstar = textAt(header, 257, 5) === 'ustar';
    const prefix = isUstar ? textAt(header, 345, 155) : '';
    const path = checkedPath(name, `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, 100)}`);
    if (type === '0' || type === '\0' || type === '7')
      entries.push({ path, method: 0, encrypted: false, crc32: 0, compressedSize: size, size, offset: start });
  }
  return entries;
}
