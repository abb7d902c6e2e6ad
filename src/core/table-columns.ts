/** @file What the page shows of data: tables before and after an import, profiles. */
import type { ImportReport, RatingScale } from './dataset.ts';

export const TABLE_KINDS = ['csv', 'tsv', 'json-lines', 'json', 'parquet'] as const;

export type TableKind = (typeof TABLE_KINDS)[number];

export const COLUMN_ROLES = ['user', 'item', 'rating', 'time', 'title', 'review', 'summary'] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

export interface ColumnMapping {
  readonly columns: { readonly user: string; readonly item: string } & Partial<Readonly<Record<ColumnRole, string>>>;
  readonly scale?: RatingScale;
  readonly itemNoun?: string;
}

export interface TablePreview {
  readonly file: string;
  readonly kind: TableKind;
  readonly columns: readonly string[];
  /** The first rows, at most 20; cells in the order of the columns, as they stand, cut at 200 characters. */
  readonly firstRows: readonly (readonly string[])[];
  readonly guess: Partial<Readonly<Record<ColumnRole, string>>>;
}

export interface ImportLook {
  readonly report: ImportReport;
  /** The table whose columns may be chosen; null where the files say themselves what they are. */
  readonly preview: TablePreview | null;
  readonly problem: string | null;
}

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly mean: number;
  readonly max: number;
}

export interface DatasetProfile {
  readonly ratings: readonly { readonly rating: number; readonly count: number }[];
  readonly perPerson: Spread | null;
  readonly perItem: Spread | null;
  /** The share (0 to 1) of the interactions that the most popular tenth of the rated items has. */
  readonly ofTopTenth: number;
  /** The share (0 to 1) of interactions whose person has another one at the same time. */
  readonly equalTimes: number;
}
