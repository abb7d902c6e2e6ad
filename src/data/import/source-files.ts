/** @file The named files that an importer reads: the members of a zip, or the files of a folder. */
import { LabError } from '../../core/errors.ts';

/** One named file. */
export interface MemberFile {
  /** Folders and name with `/`. */
  readonly path: string;
  /** What reading it adds to the progress, in bytes. */
  readonly bytes: number;
  /** Its bytes, unpacked. @param onRead told what each step adds to the progress */
  read(onRead: (bytes: number) => void): AsyncIterable<Uint8Array>;
}

/** What was handed in. */
export interface SourceFiles {
  /** What messages call it: `ml-latest-small.zip`. */
  readonly name: string;
  readonly members: readonly MemberFile[];
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

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
    `${files.name} has no ${path}; it holds ${listed(files.members)}. Import the zip as it was downloaded.`,
    { looked_for: path, found: files.members.slice(0, 100).map((found) => found.path) },
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
