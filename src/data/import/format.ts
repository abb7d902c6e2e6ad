/** @file What a format of datasets is: one file in this folder each, and a line in `formats.ts`. */
import type { DatasetManifest, Interactions, Item, User } from '../../core/dataset.ts';
import type { MemberFile, SourceFiles } from './source-files.ts';
import type { Reading } from './table.ts';

/** What a format makes of its files; the fingerprint, the counts and the rejected rows are added by the import. */
export interface ImportedTables {
  readonly manifest: Omit<DatasetManifest, 'sha256' | 'counts'>;
  readonly users: readonly User[];
  readonly items: readonly Item[];
  readonly interactions: Interactions;
}

/** Files of a format, found and ready to be read. */
export interface OpenedFiles {
  /** The files that will be read, for the progress. */
  readonly members: readonly MemberFile[];
  read(reading: Reading): Promise<ImportedTables>;
}

/** A format of datasets. */
export interface ImportFormat {
  /** `movielens-latest`. */
  readonly id: string;
  /** What it is and what it is known by, as a message lists it. */
  readonly title: string;
  /** True where the files are of this format, or would be if none were missing. */
  recognises(members: readonly MemberFile[]): boolean;
  /** @throws LabError `file-member-missing` with what was looked for */
  open(files: SourceFiles): OpenedFiles;
}
