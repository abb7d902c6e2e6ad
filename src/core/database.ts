/**
 * @file What tools see of the data: guarded, read-only SQL over training rows. Rows that a task holds out are not in it.
 */

/** One value of a row. */
export type SqlValue = string | number | null;

/** The rows of a query. */
export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** True where rows or bytes past the cap were left out. */
  readonly truncated: boolean;
}

/** A database that SQL may be run on. */
export interface Database {
  /** The tables, columns and what they mean, as a model reads them. */
  readonly schema: string;
  /**
   * Runs one read-only statement of the lab's own, to its end. Equal statements give equal rows.
   * @throws LabError `sql-refused` where the guard refuses it, `sql-failed` where SQLite does.
   */
  query(sql: string): QueryResult;
  /**
   * Runs one read-only statement that a model or a person wrote: apart, where the host has a place for it, so that one that
   * takes too long ends nothing else.
   * @throws LabError `sql-refused`, `sql-failed`, `sql-timeout` where it takes too long, `aborted`
   */
  ask(sql: string, signal: AbortSignal): Promise<QueryResult>;
  /**
   * Full-text search over the catalogue, best first.
   * @param limit at most this many, 1 to 50
   */
  search(text: string, limit: number): readonly CatalogueEntry[];
  /** Reviews of an item that are not held out, latest first. */
  reviews(itemId: number, limit: number): readonly string[];
}

/** One item as full-text search returns it. */
export interface CatalogueEntry {
  readonly itemId: number;
  readonly title: string;
  readonly year: number | null;
  /** `genres: Action, Crime; director: Michael Mann`. */
  readonly facts: string;
}
