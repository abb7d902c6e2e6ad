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

export function tableHtml(table: ExportedTable): string {
  const columns = readColumns(table.columns, table.rows);
  const cell = (tag: string, text: string, at: number): string =>
    `<${tag}${columns[at]?.isNumber === true ? ' class="number"' : ''}>${escaped(text)}</${tag.slice(0, 2)}>`;
  const head = table.columns.map((name, at) => cell('th scope="col"', name, at));
  const rows = table.rows.map(
    (row) => `<tr>${columns.map(({ write }, at) => cell('td', write(row[at] ?? null), at)).join('')}</tr>`,
  );
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
