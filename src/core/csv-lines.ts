/** @file Lines of CSV (RFC 4180) that a spreadsheet takes for what they are. */

/** What a field holds; null is an empty one. */
export type CsvField = string | number | boolean | null;

/** Quoted where it must be; a text that a spreadsheet would take for a formula gets an apostrophe. */
function written(value: CsvField): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The lines, each with its end. */
export function csvLines(lines: readonly (readonly CsvField[])[]): string {
  return lines.map((line) => `${line.map(written).join(',')}\r\n`).join('');
}
