/** @file Comma-separated values as RFC 4180 has them, but with LF: one byte a line less, and every reader takes it. */

/** What a cell can hold; null is an empty cell. */
export type Cell = string | number | null;

function cellText(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table with a header line. */
export function toCsv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.join(',')];
  for (const row of rows) lines.push(row.map(cellText).join(','));
  return `${lines.join('\n')}\n`;
}
