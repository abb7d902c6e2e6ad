/** @file What a format of datasets is: one file in this folder each, and a line in `formats.ts`. */
import type { DatasetManifest, Interactions, Item, TagRows, User } from '../../core/dataset.ts';
import type { Json } from '../../core/json.ts';
import type { MemberFile, SourceFiles } from './source-files.ts';
import type { Reading } from './table.ts';

/** What a format makes of its files; the fingerprint, the counts and the rejected rows are added by the import. */
export interface ImportedTables {
  readonly manifest: Omit<DatasetManifest, 'sha256' | 'counts'>;
  readonly users: readonly User[];
  readonly items: readonly Item[];
  readonly interactions: Interactions;
  /** Who gave the items' tags, where the source says so. */
  readonly tagged?: TagRows;
  /** True for a catalogue or a list of people, which is no dataset that lost its interactions. */
  readonly withoutInteractions?: boolean;
}

/** Files of a format, found and ready to be read. */
export interface OpenedFiles {
  /** The files that will be read, for the progress. */
  readonly members: readonly MemberFile[];
  /** What was chosen about them, if anything: it makes another dataset, so it is part of the fingerprint. */
  readonly settings?: Json;
  /** True where only parts of the files are read: the fingerprint is then that of what came of them. */
  readonly partial?: boolean;
  read(reading: Reading): Promise<ImportedTables>;
}

/** A format of datasets. */
export interface ImportFormat {
  /** `movielens-latest`. */
  readonly id: string;
  /** What it is and what it is known by, as a message lists it. */
  readonly title: string;
  /**
   * True where the files are of this format, or would be if none were missing.
   * @throws LabError where a file says what it is and is damaged, so that a list of formats would not help
   */
  recognises(members: readonly MemberFile[]): boolean | Promise<boolean>;
  /** @throws LabError `file-member-missing` with what was looked for */
  open(files: SourceFiles): OpenedFiles | Promise<OpenedFiles>;
}
