/**
 * @file A question that the Database tool can answer without a model: its statement is prepared, and its rows are told by a
 * rule. The trace calls such an answer prepared.
 */
import type { SqlValue } from '../../core/database.ts';
import type { ItemReference } from '../../core/task.ts';

/** Rows of a prepared statement. */
export type Rows = readonly (readonly SqlValue[])[];

/** A prepared question about one task. */
export interface PreparedQuestion {
  /** `user-average`. */
  readonly name: string;
  readonly question: string;
  /** Why one asks it, as a step of a worked example thinks; absent where it is no part of one, as where its rows may be the answer. */
  readonly thought?: string;
  readonly sql: string;
  /** What one or more rows say, in a sentence. */
  readonly tell: (rows: Rows) => string;
}

/** A number as a sentence gives it: whole as it is, else with two decimals. */
export function inWords(value: SqlValue | undefined): string {
  if (typeof value !== 'number') return value ?? 'unknown';
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** A title as a sentence gives it: names and titles are data, so they cannot end their line. */
export const titled = ({ title }: Pick<ItemReference, 'title'>): string => JSON.stringify(title);

/** SQL for an item's title with its year, as tasks give it. @param item the alias of `items` */
export const titleSql = (item: string): string =>
  `${item}.title || CASE WHEN ${item}.year IS NULL THEN '' ELSE ' (' || ${item}.year || ')' END`;
