/** @file What a format of datasets is: a recipe, which says what its files hold and what a row of each is. `read-recipe.ts` reads them all. */
import type {
  Attributes,
  DatasetManifest,
  Interactions,
  Item,
  RatingScale,
  TagRows,
  User,
} from '../../core/dataset.ts';
import type { Json } from '../../core/json.ts';
import type { LookedFiles } from './looked-files.ts';
import type { Interaction } from './interactions.ts';
import type { Table } from './open-table.ts';
import type { RejectedRows } from './import-progress.ts';
import type { MemberFile } from './source-files.ts';
import type { Reading, Row, TableShape } from './table.ts';

/** The fingerprint, the counts and the rejected rows are added later. */
export interface ImportedTables {
  readonly manifest: Omit<DatasetManifest, 'sha256' | 'counts'>;
  readonly users: readonly User[];
  readonly items: readonly Item[];
  readonly interactions: Interactions;
  /** Who gave the items' tags, where the source says so. */
  readonly tagged?: TagRows;
  /** True for a catalogue or a list of people that environments are made of: no dataset that lost its interactions. */
  readonly withoutInteractions?: boolean;
}

export interface UsedFile {
  readonly member: MemberFile;
  readonly kind: string;
  readonly holds: string;
  /** Columns by what they are; all of them where a recipe names none. */
  readonly columns: Readonly<Record<string, string>>;
}

export interface OpenedFiles {
  readonly used: readonly UsedFile[];
  readonly passedOver?: RegExp;
  /** What was chosen about them, if anything: it makes another dataset, so it is part of the fingerprint. */
  readonly settings?: Json;
  /** True where only parts of the files are read: the fingerprint is then that of the tables. */
  readonly partial?: boolean;
  read(reading: Reading): Promise<ImportedTables>;
}

export interface ImportFormat {
  readonly id: string;
  readonly title: string;
  /** @throws LabError where a file says what it is and is damaged, so that a list of formats would not help */
  recognises(files: LookedFiles): boolean | Promise<boolean>;
  /** @throws LabError `file-member-missing` with what was looked for */
  open(files: LookedFiles): OpenedFiles | Promise<OpenedFiles>;
}

export interface DescribedItem {
  readonly title: string;
  readonly year: number | null;
  readonly attributes: Attributes;
}

export type DescribedUser = Pick<User, 'attributes'> & { readonly name?: string };

export interface RecipeState {
  readonly items: Map<string, DescribedItem>;
  readonly users: Map<string, DescribedUser>;
  readonly tags: { readonly user: number[]; readonly item: number[]; readonly tag: string[] };
  readonly notes: RejectedRows;
}

interface FileRule {
  /** `ratings.csv`, in the folder that has all names of the recipe that must be there. */
  readonly file?: string;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** True where a recipe of names does without. */
  readonly optional?: boolean;
  readonly single?: boolean;
  /** How the file is written, where it has no header or must have certain columns. */
  readonly shape?: () => TableShape;
}

/** A rule for rows of people and items. Ids are names of columns. */
export interface InteractionRule extends FileRule {
  readonly holds: 'interactions';
  readonly user: string;
  readonly item: string;
  /** By what they hold: of `rating`, `time`, `review`, `summary` and `votes` all that is read is said here. */
  readonly columns: Readonly<Record<string, string>>;
  readonly scale?: RatingScale | (() => RatingScale);
  /** In place of the column and the scale: NaN without a rating; a text says why the row cannot be used. */
  rating?(row: Row): number | string;
  /** In place of whole seconds in the column; null for the row's position. */
  time?(row: Row): number | string | null;
  /** In place of the columns: the rest of a row that can be used. */
  rest?(row: Row, notes: RejectedRows): Partial<Pick<Interaction, 'review' | 'summary' | 'votes'>>;
}

interface DescribingRule<Described> extends FileRule {
  /** The column of ids, or the id of a row. */
  readonly id: string | ((row: Row) => string);
  /** A text says why the row cannot be used. */
  read(row: Row, notes: RejectedRows): Described | string;
}

export interface ItemRule extends DescribingRule<DescribedItem> {
  readonly holds: 'items';
  /** True where an item may be without a title. */
  readonly isUntitled?: boolean;
  /** True where ids are texts though those of the recipe are numbers. */
  readonly isNamed?: boolean;
}

export interface UserRule extends DescribingRule<DescribedUser> {
  readonly holds: 'people';
}

export interface OtherRule extends FileRule {
  readonly holds: 'genres' | 'links' | 'tags';
  use(row: Row, state: RecipeState): string | null;
}

export type Rule = InteractionRule | ItemRule | UserRule | OtherRule;

export interface FoundTable {
  readonly rule: Rule;
  readonly table: Table;
}

type Manifest = Omit<DatasetManifest, 'sha256' | 'counts' | 'synthetic'> & { readonly synthetic?: boolean };

export interface Recipe {
  readonly id: string;
  readonly title: string;
  readonly sought: string;
  /** New ones for each import, in the order of reading. */
  rules(): readonly Rule[];
  /** Ids that are numbers are kept; others get the numbers 1, 2, 3 … in the order in which they first count. */
  readonly numbered?: readonly ('user' | 'item')[];
  /** Which items the dataset has: all that are described, or those alone that somebody had. */
  readonly catalogue: 'all' | 'met';
  /** True where whoever and whatever is not described is unknown. */
  readonly isClosed?: boolean;
  readonly undescribed?: string;
  readonly unnamed: (sourceId: string, id: number) => string;
  readonly personName?: (sourceId: string) => string;
  readonly withoutInteractions?: boolean;
  readonly passedOver?: RegExp;
  manifest(found: readonly FoundTable[], scale: () => RatingScale): Manifest;
}
