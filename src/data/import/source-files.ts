/** @file The named files that an importer reads: the members of an archive, the files of a folder, or files dropped together. */
import { LabError } from '../../core/errors.ts';
import type { InflationBudget } from './inflation.ts';

/** A file that can be read in parts, any number of times. A name and a size never say what is in it. */
export interface SourceFile {
  readonly name: string;
  readonly size: number;
  /** The bytes from `start` up to, not including, `end`; both lie within 0 and `size`. */
  stream(start: number, end: number): AsyncIterable<Uint8Array>;
}

export function sourceFromBlob(name: string, blob: Blob): SourceFile {
  return { name, size: blob.size, stream: (start, end) => streamed(blob.slice(start, end).stream()) };
}

export function sourceFromBytes(name: string, bytes: Uint8Array): SourceFile {
  return sourceFromBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
}

/** The chunks of a stream; leaving the loop early lets go of it. Safari's streams are not iterable by themselves. */
export async function* streamed(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** @throws LabError `file-invalid` where the file cannot be read any more */
export async function* chunksOf(
  source: SourceFile,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source.stream(start, end);
  } catch (thrown) {
    if (thrown instanceof LabError) throw thrown;
    const message = `${source.name} cannot be read; it was changed, moved or locked since it was chosen. Choose it again.`;
    throw new LabError('file-invalid', message, { file: source.name }, { cause: thrown });
  }
}

export const bytesOf = (source: SourceFile, start: number, end: number): Promise<Uint8Array> =>
  firstBytes(chunksOf(source, start, end), Math.max(0, end - start));

/** At most so many bytes, from the first. @param isEnough whether the bytes so far are enough */
export async function firstBytes(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  isEnough: (bytes: Uint8Array) => boolean = () => false,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(most);
  let length = 0;
  for await (const chunk of chunks) {
    const piece = chunk.subarray(0, most - length);
    bytes.set(piece, length);
    length += piece.length;
    if (length === most || isEnough(bytes.subarray(0, length))) break;
  }
  return bytes.subarray(0, length);
}

export interface MemberFile {
  readonly path: string;
  /** What reading it adds to the progress, in bytes. */
  readonly bytes: number;
  /** Its bytes, unpacked. @param onRead receives what each step adds to the progress */
  read(onRead?: (bytes: number) => void): AsyncIterable<Uint8Array>;
  readonly budget: InflationBudget;
  /** Where its parts can be read on their own: a file that is not packed. */
  readonly source?: SourceFile;
}

export interface SourceFiles {
  readonly name: string;
  readonly members: readonly MemberFile[];
}

const HEAD = 64 * 1024;
const LONGEST_HEAD = 1024 ** 2;
const LARGEST_IN_MEMORY = 1024 ** 3;
const LINE_FEED = 10;
const MOST_FILES = 5000;
const DOCUMENT =
  /^(readme|licen[cs]e|copying|changelog|citation|notice|dataset_user_agreement)\b|\.(md|pdf|html?|rst|py|ipynb|png|jpe?g|gif|svg|docx?)$/i;

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder, with its final `/`, of a path; `''` at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** True for what systems and Spark leave beside data: `__MACOSX/`, `.DS_Store`, `Thumbs.db`, `_SUCCESS`. */
function isLitter(path: string): boolean {
  const name = baseName(path);
  return /(^|\/)__MACOSX\//.test(path) || /^[._]/.test(name) || /^(thumbs\.db|desktop\.ini)$/i.test(name);
}

/** True for texts about data and pictures: what is no table whatever is in it. */
export const isDocument = ({ path }: MemberFile): boolean => DOCUMENT.test(baseName(path));

export function dataFiles({ name, members }: SourceFiles): readonly MemberFile[] {
  const files = members.filter(({ path, bytes }) => bytes > 0 && !isLitter(path));
  const count = files.filter((file) => !isDocument(file)).length;
  const problem = `${name} holds ${count} files, more than the ${MOST_FILES} that are looked at.`;
  if (count > MOST_FILES) throw new LabError('file-too-large', problem);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const heads = new WeakMap<MemberFile, Promise<Uint8Array>>();

/** The beginning of a file: 64 KiB, and on to the end of a line, but not past 1 MiB. It is read once. */
export function headOf(member: MemberFile): Promise<Uint8Array> {
  const known = heads.get(member) ?? readHead(member);
  heads.set(member, known);
  return known;
}

async function readHead(member: MemberFile): Promise<Uint8Array> {
  const { source } = member;
  if (source === undefined) {
    const isEnough = (head: Uint8Array): boolean => head.length >= HEAD && head.includes(LINE_FEED);
    return (await firstBytes(member.read(), LONGEST_HEAD, isEnough)).slice();
  }
  // A part by itself, so that no more of a remote file is fetched.
  const short = await bytesOf(source, 0, Math.min(HEAD, source.size));
  return short.includes(LINE_FEED) ? short : bytesOf(source, 0, Math.min(LONGEST_HEAD, source.size));
}

/** One that is packed is unpacked into memory. @throws LabError `file-too-large` */
export async function wholeSource(member: MemberFile, onRead?: (bytes: number) => void): Promise<SourceFile> {
  if (member.source !== undefined) return member.source;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of member.read(onRead)) {
    size += part.length;
    if (size > LARGEST_IN_MEMORY)
      throw new LabError('file-too-large', `${member.path} is packed and larger than 1 GiB; unpack it first.`);
    parts.push(part.slice());
  }
  return sourceFromBlob(member.path, new Blob(parts));
}

export function missingFile({ name, members }: SourceFiles, what: string): LabError {
  const message = `${name} has no ${what}; it holds ${listed(members)}. Import the files as they were downloaded.`;
  const found = members.slice(0, 100).map(({ path }) => path);
  return new LabError('file-member-missing', message, { looked_for: what, found });
}

export function listed(members: readonly { readonly path: string }[]): string {
  const shown = members.slice(0, 10).map(({ path }) => path);
  const more = members.length > shown.length ? ` and ${members.length - shown.length} more` : '';
  return members.length === 0 ? 'no file' : `${shown.join(', ')}${more}`;
}

const EXTENSIONS = /(\.(gz|json|jsonl|ndjson|csv|tsv|txt|dat|parquet|zip))+$/i;
const LONGEST = 60;
/** Of file systems; a zip may name its files longer. */
const LONGEST_FILE_NAME = 255;

/** `Gift_Cards_5.json.gz` → `gift-cards-5`; `''` where nothing is left. */
export function nameAfter(path: string): string {
  const name = baseName(path).slice(0, LONGEST_FILE_NAME).replace(EXTENSIONS, '').toLowerCase();
  const words = name.replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, LONGEST).replace(/^-|-$/g, '');
}

/** `gift-cards-5` → `Gift cards 5`. */
export const titleOfName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
