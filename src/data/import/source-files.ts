/** @file The named files that an importer reads: the members of a zip, the files of a folder, or files dropped together. */
import { LabError } from '../../core/errors.ts';
import type { InflationBudget } from './inflation.ts';
import { bytesOf, type SourceFile } from './source.ts';

/** One named file. */
export interface MemberFile {
  /** Folders and name with `/`. */
  readonly path: string;
  /** What reading it adds to the progress, in bytes. */
  readonly bytes: number;
  /** Its bytes, unpacked. @param onRead told what each step adds to the progress */
  read(onRead: (bytes: number) => void): AsyncIterable<Uint8Array>;
  /** Where its parts can be read on their own: a file that is not packed. */
  readonly source?: SourceFile;
  /** What may still be unpacked, for such a file whose parts are packed in themselves. */
  readonly budget?: InflationBudget;
}

/** What was handed in. */
export interface SourceFiles {
  /** What messages call it: `ml-latest-small.zip`. */
  readonly name: string;
  readonly members: readonly MemberFile[];
}

const HEAD = 64 * 1024;
const LONGEST_HEAD = 1024 ** 2;
const LINE_FEED = 10;
// A zip of ten thousand pictures is not looked through.
const MOST_LOOKED_AT = 50;

/** The name without its folders. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder, with its final `/`, of a path; `''` at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The folder nearest to the top that holds one of the files; null where none does. */
export function folderWith(members: readonly MemberFile[], names: readonly string[]): string | null {
  const folders = members.filter(({ path }) => names.includes(baseName(path))).map(({ path }) => folderOf(path));
  const depth = (folder: string): number => folder.split('/').length;
  return folders.reduce<string | null>(
    (best, folder) => (best === null || depth(folder) < depth(best) ? folder : best),
    null,
  );
}

/** The files that may hold data: without those that systems leave behind (`__MACOSX/`, `.DS_Store`), at most the first 50. */
export function dataFiles(members: readonly MemberFile[]): readonly MemberFile[] {
  const isData = ({ path }: MemberFile): boolean => !path.startsWith('__MACOSX/') && !baseName(path).startsWith('.');
  return members.filter(isData).slice(0, MOST_LOOKED_AT);
}

const heads = new WeakMap<MemberFile, Promise<Uint8Array>>();

/** The beginning of a file: 64 KiB, and on to the end of a line, but not past 1 MiB. It is read once. */
export function headOf(member: MemberFile): Promise<Uint8Array> {
  const known = heads.get(member);
  if (known !== undefined) return known;
  const read = readHead(member);
  heads.set(member, read);
  return read;
}

async function readHead(member: MemberFile): Promise<Uint8Array> {
  const { source } = member;
  if (source === undefined) return headOfChunks(member.read(() => undefined));
  // A part by itself, so that no more of a remote file is fetched.
  const short = await bytesOf(source, 0, Math.min(HEAD, source.size));
  return short.includes(LINE_FEED) ? short : bytesOf(source, 0, Math.min(LONGEST_HEAD, source.size));
}

async function headOfChunks(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const head = new Uint8Array(LONGEST_HEAD);
  let length = 0;
  for await (const chunk of chunks) {
    const piece = chunk.subarray(0, LONGEST_HEAD - length);
    head.set(piece, length);
    length += piece.length;
    if (length === LONGEST_HEAD || (length >= HEAD && head.subarray(0, length).includes(LINE_FEED))) break;
  }
  return head.slice(0, length);
}

/** The whole lines at the beginning of a file, decoded as UTF-8 without complaint; a file of one line gives that. */
export async function firstLines(member: MemberFile): Promise<readonly string[]> {
  const text = new TextDecoder().decode(await headOf(member));
  const lines = text.split(/\r?\n/);
  const whole = lines.length > 1 && text.length >= HEAD ? lines.slice(0, -1) : lines;
  return whole.filter((line) => line.trim() !== '');
}

/** A file that may be absent. */
export function optionalMember(files: SourceFiles, path: string): MemberFile | null {
  return files.members.find((member) => member.path === path) ?? null;
}

/** A file that must be there. @throws LabError `file-member-missing`, with what is there */
export function requiredMember(files: SourceFiles, path: string): MemberFile {
  const member = optionalMember(files, path);
  if (member !== null) return member;
  throw new LabError(
    'file-member-missing',
    `${files.name} has no ${path}; it holds ${listed(files.members)}. Import it as it was downloaded.`,
    { looked_for: path, found: files.members.slice(0, 100).map((found) => found.path) },
  );
}

/** What is thrown where no file is what a format needs. @param what `file of Amazon reviews` */
export function missingFile(files: SourceFiles, what: string): LabError {
  return new LabError(
    'file-member-missing',
    `${files.name} has no ${what}; it holds ${listed(files.members)}. Import the files as they were downloaded.`,
    { looked_for: what, found: files.members.slice(0, 100).map((found) => found.path) },
  );
}

/** The paths as a sentence lists them, cut at ten. */
export function listed(members: readonly MemberFile[]): string {
  if (members.length === 0) return 'no file';
  const shown = members.slice(0, 10).map(({ path }) => path);
  return members.length > shown.length
    ? `${shown.join(', ')} and ${members.length - shown.length} more`
    : shown.join(', ');
}
