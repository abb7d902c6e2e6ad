/** @file What of a table is looked at. */

/** A row whose tasks are looked at, by one metric. */
export interface Looked {
  readonly label: string;
  readonly metric: string;
}
