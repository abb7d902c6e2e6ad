/** @file A notebook as it is written out: its texts, and what its cells hold and came to. */
import type { Json } from '../core/json.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { SqlValue } from '../core/database.ts';
import { readColumns } from '../core/numbers/number-columns.ts';
import { escaped } from './html-text.ts';

export interface TextPart {
  readonly type: 'text';
  readonly html: string;
}

export interface RunPart {
  readonly label: string;
  readonly events: readonly TraceEvent[];
}

export interface CellPart {
  readonly type: 'cell';
  readonly id: string;
  readonly kind: string;
  readonly sentence: string;
  readonly spec: Json;
  readonly notes: readonly string[];
  readonly table: ExportedTable | null;
  /** SVG documents of the lab's own, which hold no script. */
  readonly figures: readonly string[];
  readonly runs: readonly RunPart[];
}

export type NotebookPart = TextPart | CellPart;

export interface ExportedNotebook {
  readonly title: string;
  readonly file: Json;
  readonly parts: readonly NotebookPart[];
}

export interface ExportedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

/** A table of texts. @param isNumber whether the column at a place holds numbers */
export function textsHtml(
  header: readonly string[],
  lines: readonly (readonly string[])[],
  isNumber: (at: number) => boolean,
): string {
  const row = (tag: string, texts: readonly string[]): string =>
    `<tr>${texts.map((text, at) => `<${tag}${isNumber(at) ? ' class="number"' : ''}>${escaped(text)}</${tag.slice(0, 2)}>`).join('')}</tr>`;
  const body = lines.map((texts) => row('td', texts)).join('');
  return `<div class="scroll" tabindex="0"><table><thead>${row('th scope="col"', header)}</thead><tbody>${body}</tbody></table></div>`;
}

export function tableHtml(table: ExportedTable): string {
  const columns = readColumns(table.columns, table.rows);
  const lines = table.rows.map((row) => columns.map(({ write }, at) => write(row[at] ?? null)));
  return textsHtml(table.columns, lines, (at) => columns[at]?.isNumber === true);
}
