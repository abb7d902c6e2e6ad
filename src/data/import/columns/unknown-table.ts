/** @file What a table of unknown columns is: its kind, its columns and its rows. */
import type { TableKind } from '../../../core/table-columns.ts';
import type { Reading, Row } from '../table.ts';

/** A table that was looked at. */
export interface UnknownTable {
  readonly kind: TableKind;
  readonly columns: readonly string[];
  /**
   * Goes through the rows in order.
   * @param wanted the columns that will be asked for; a table may read no others
   * @param most so many rows, from the first, are enough; a table may read more
   */
  readRows(wanted: readonly string[], reading: Reading, use: (row: Row) => string | null, most?: number): Promise<void>;
}
