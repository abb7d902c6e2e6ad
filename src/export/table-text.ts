/** @file Rows as text: CSV for spreadsheets, Markdown for documents. */
import { csvLines } from '../core/csv-lines.ts';
import type { SqlValue } from '../core/database.ts';
import { escaped } from './html-text.ts';

/** Columns and rows. */
export interface ExportedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

/** The table as CSV, with a header. */
export const tableCsv = ({ columns, rows }: ExportedTable): string => csvLines([columns, ...rows]);

/** Jupyter's markdown is also HTML, and its maths begins with a dollar: neither is meant by what a model wrote. */
export const plainMarkdown = (text: string): string => escaped(text).replace(/[\\`*_{}[\]()#+\-.!|~$]/g, '\\$&');

/** The table as Markdown. */
export function tableMarkdown({ columns, rows }: ExportedTable): string {
  const line = (cells: readonly SqlValue[]): string =>
    `| ${cells.map((one) => plainMarkdown(String(one ?? '')).replace(/\s+/g, ' ')).join(' | ')} |\n`;
  return [line(columns), `|${' --- |'.repeat(columns.length)}\n`, ...rows.map(line)].join('');
}

/** The table as HTML. */
export function tableHtml({ columns, rows }: ExportedTable): string {
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((one) => `<td>${escaped(String(one ?? ''))}</td>`).join('')}</tr>`)
    .join('');
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
