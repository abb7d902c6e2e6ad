/** @file An unknown table as a person is shown it, and which of its columns is what. */
import type { ImportReport, RatingScale, RejectedRow } from './dataset.ts';

/** How a table can be written. */
export const TABLE_KINDS = ['csv', 'tsv', 'json-lines', 'json', 'parquet'] as const;

/** How a table is written. */
export type TableKind = (typeof TABLE_KINDS)[number];

/** What a column can be. */
export const COLUMN_ROLES = ['user', 'item', 'rating', 'time', 'title', 'review', 'summary'] as const;

/** What a column is. `title` is the item's. */
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Which column is what: names of columns by role, and what no column says. */
export interface ColumnMapping {
  readonly columns: { readonly user: string; readonly item: string } & Partial<Readonly<Record<ColumnRole, string>>>;
  /** Found from the ratings where it is not given. */
  readonly scale?: RatingScale;
  /** `item` where it is not given. */
  readonly itemNoun?: string;
}

/** What a table looks like. */
export interface TablePreview {
  /** Its name. */
  readonly file: string;
  readonly kind: TableKind;
  readonly columns: readonly string[];
  /** The first rows, at most 20; cells in the order of the columns, as they stand, cut at 200 characters. */
  readonly firstRows: readonly (readonly string[])[];
  /** What the names of the columns suggest. */
  readonly guess: Partial<Readonly<Record<ColumnRole, string>>>;
}

/** What an import of a table would come to. */
export interface TableCheck {
  /** Interactions that would be read. */
  readonly interactions: number;
  readonly report: ImportReport;
  /** The first rows that cannot be used, at most 50. */
  readonly rejected: readonly RejectedRow[];
  /** All that cannot be used, by reason. */
  readonly rejectedCounts: Readonly<Record<string, number>>;
}

/** What an import would read. */
export interface ImportLook {
  /** Without tables where a question has to be answered first. */
  readonly report: ImportReport;
  /** The table whose columns may be chosen; null where the files say themselves what they are. */
  readonly preview: TablePreview | null;
  /** Why the files cannot be read without an answer; null where they can. */
  readonly problem: string | null;
}
