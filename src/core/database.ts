/** @file What tools see of the data: guarded, read-only SQL over training rows, without those that a task holds out. */

export type SqlValue = string | number | null;

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** True where rows or bytes past the cap were left out. */
  readonly truncated: boolean;
}

export interface Database {
  readonly schema: string;
  /** Runs one read-only statement of the lab's own to its end. @throws LabError `sql-refused`, `sql-failed` */
  query(sql: string): QueryResult;
  /** The same, apart, for a statement that a model or a person wrote. @throws LabError also `sql-timeout`, `aborted` */
  ask(sql: string, signal: AbortSignal): Promise<QueryResult>;
  /** Full-text search over the catalogue, best first. @param limit 1 to 50 */
  search(text: string, limit: number): readonly CatalogueEntry[];
}

/** A text as SQL writes it. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export interface CatalogueEntry {
  readonly itemId: number;
  readonly title: string;
  readonly year: number | null;
  /** `genres: Action, Crime; director: Michael Mann`. */
  readonly facts: string;
}
