/** @file Cells and lines of CSV (RFC 4180) that a spreadsheet takes for what they are. */

export type CsvField = string | number | bigint | boolean | null;

const NUMBER = /^[+-]?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/i;
/** What a formula begins with, also in full width and small, which spreadsheets of East Asia take alike. */
const SIGNS = new Set('=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b');
/** Where a spreadsheet may begin a cell that this file does not: many set the semicolon or the tab for the comma. */
const BOUNDS = new Set(';\t\r\n');

/** A text that a spreadsheet would take for a formula, whole or in part, gets an apostrophe before it. */
export function csvCell(value: CsvField): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = NUMBER.test(value) ? value : harmless(value);
  return /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  // Blanks before a sign are passed over by some.
  const parts = /^[\t\r]/.test(text) ? ["'"] : [];
  let begins = true;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (begins && SIGNS.has(character)) {
      parts.push(text.slice(from, at), "'");
      from = at;
    }
    begins = BOUNDS.has(character) || (begins && character.trim() === '');
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

export function csvLines(lines: readonly (readonly CsvField[])[]): string {
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}
