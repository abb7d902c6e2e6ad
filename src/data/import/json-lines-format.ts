/** @file Formats whose files are JSON Lines, known by the members of their rows: reviews in one, what is reviewed in another. */
import type { ImportFormat, ImportedTables } from './format.ts';
import { membersWithKeys } from './json-lines.ts';
import { dataFiles, missingFile, type MemberFile } from './source-files.ts';
import type { Reading } from './table.ts';

/** The files of a format, by what they hold. */
export type FilesByKind<Kind extends string> = Readonly<Record<Kind, readonly MemberFile[]>>;

interface Description<Kind extends string> {
  readonly id: string;
  readonly title: string;
  /** What a file that is missing is called. */
  readonly sought: string;
  /** By what a file holds, in the order of reading: members that its first row has, and those that it has not. */
  readonly kinds: Readonly<Record<Kind, { readonly has: readonly string[]; readonly lacks?: readonly string[] }>>;
  readonly read: (files: FilesByKind<Kind>, reading: Reading) => Promise<ImportedTables>;
}

/** A format of which files of any one kind are enough. */
export function jsonLinesFormat<Kind extends string>(format: Description<Kind>): ImportFormat {
  const { id, title, sought, kinds, read } = format;
  const names = Object.keys(kinds) as Kind[];
  const filesIn = async (members: readonly MemberFile[]): Promise<FilesByKind<Kind>> => {
    const candidates = dataFiles(members);
    const found: Partial<Record<Kind, readonly MemberFile[]>> = {};
    for (const name of names) {
      const { has, lacks = [] } = kinds[name];
      found[name] = await membersWithKeys(candidates, has, lacks);
    }
    return found as FilesByKind<Kind>;
  };
  const allOf = (files: FilesByKind<Kind>): readonly MemberFile[] => names.flatMap((name) => files[name]);
  return {
    id,
    title,
    recognises: async (members) => allOf(await filesIn(members)).length > 0,
    async open(files) {
      const found = await filesIn(files.members);
      const members = allOf(found);
      if (members.length === 0) throw missingFile(files, sought);
      return { members, read: (reading) => read(found, reading) };
    },
  };
}
