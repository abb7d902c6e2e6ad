/** @file Rows as text: CSV for spreadsheets, HTML for pages. */
import { csvLines } from '../core/text/csv-lines.ts';
import type { SqlValue } from '../core/database.ts';
import { readColumns } from '../core/numbers/number-columns.ts';
import { escaped } from './html-text.ts';

/** Columns and rows. */
export interface ExportedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

/** The table as CSV, with a header. */
export const tableCsv = ({ columns, rows }: ExportedTable): string => csvLines([columns, ...rows]);

export function tableHtml(table: ExportedTable): string {
  const columns = readColumns(table.columns, table.rows);
  const classOf = (isNumber: boolean): string => (isNumber ? ' class="number"' : '');
  const head = columns
    .map(({ name, isNumber }) => `<th scope="col"${classOf(isNumber)}>${escaped(name)}</th>`)
    .join('');
  const cells = (row: readonly SqlValue[]): string =>
    columns
      .map(({ write, isNumber }, at) => `<td${classOf(isNumber)}>${escaped(write(row[at] ?? null))}</td>`)
      .join('');
  const body = table.rows.map((row) => `<tr>${cells(row)}</tr>`).join('');
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
