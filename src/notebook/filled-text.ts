/** @file Numbers in a notebook's texts: `{{five, modelCalls, planner = self-inspiring}}` is a value of another cell. */
import type { CellOutput } from './cell-output.ts';
import type { Cell } from './notebook.ts';
import { columnText } from '../core/numbers/number-columns.ts';
import { rowsOf, type Rows } from './cell-rows.ts';

const PLACE = /\{\{([^{}\n]{1,200})\}\}/g;
/** The cell, the column, and what singles out a row; a value may hold commas: `method = macrec, analyst`. */
const PARTS = /^([^,]+),([^,]+)(?:,(.+))?$/;
const NEXT_PAIR = /,(?=[^,=]+=)/;
const NOT_YET = '…';

function rowWith({ columns, rows }: Rows, wanted: readonly string[]): Rows['rows'][number] | undefined {
  const pairs = wanted.map((pair) => pair.split('=').map((part) => part.trim()));
  const found = rows.filter((row) =>
    pairs.every(([column = '', value]) => String(row[columns.indexOf(column)] ?? '') === value),
  );
  return found.length === 1 ? found[0] : undefined;
}

function numberIn(rows: Rows, column: string, wanted: readonly string[]): string | null {
  const at = rows.columns.indexOf(column);
  const value = rowWith(rows, wanted)?.[at];
  return typeof value === 'number'
    ? columnText(
        column,
        rows.rows.map((row) => row[at] ?? null),
      )(value)
    : null;
}

/** An ellipsis for a cell that has not run; what names no single value stays. Texts of the data are never put in. */
export function filledText(text: string, cells: readonly Cell[], outputs: ReadonlyMap<string, CellOutput>): string {
  const tables = new Map<string, Rows>();
  const tableOf = (cell: Cell, output: CellOutput): Rows => {
    const rows = tables.get(cell.id) ?? rowsOf(cell, output);
    tables.set(cell.id, rows);
    return rows;
  };
  return text.replaceAll(PLACE, (written, inside: string) => {
    const [, id = '', column = '', values] = (PARTS.exec(inside) ?? []).map((part: string | undefined) => part?.trim());
    const cell = cells.find((one) => one.id === id);
    const output = outputs.get(id);
    if (cell === undefined) return written;
    const wanted = values?.split(NEXT_PAIR) ?? [];
    return output === undefined ? NOT_YET : (numberIn(tableOf(cell, output), column, wanted) ?? written);
  });
}
