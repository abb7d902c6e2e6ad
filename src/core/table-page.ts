/** @file The rows of a dataset, a page at a time. */
import type { SqlValue } from './database.ts';

/** The tables of a dataset. */
export type TableName = 'people' | 'items' | 'interactions';

/** Which rows are wanted. */
export interface PageRequest {
  readonly table: TableName;
  /** Rows in which a cell holds this text, capitals aside; all where it is empty. */
  readonly text: string;
  readonly from: number;
  readonly count: number;
}

/** Some rows of a table. */
export interface TablePage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** How many rows the whole table has that hold the text. */
  readonly total: number;
}
