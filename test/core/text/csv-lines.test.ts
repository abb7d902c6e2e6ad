import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvCell, csvLines } from '../../../src/core/text/csv-lines.ts';

const FORMULA = /^\s*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
const isNumber = (text: string): boolean => /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
const parsed = (csv: string, delimiter: string): readonly string[][] =>
  Papa.parse<string[]>(csv, { delimiter, newline: '\r\n' }).data;

describe('a text that a spreadsheet would take for a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['\n=1+1', '"\n\'=1+1"'],
    ['＝1+1', "'＝1+1"],
    ['x;=1+1', '"x;\'=1+1"'],
    ['x\t@SUM(A1)', '"x\t\'@SUM(A1)"'],
    ['Spider-Man', 'Spider-Man'],
  ])('%j is written as %j', (text, written) => {
    expect(csvCell(text)).toBe(written);
  });

  test.each(['-3.5', '+1', '-1e-7', '0'])('%s is a number and stays one', (text) => {
    expect(csvCell(text)).toBe(text);
    expect(csvCell(Number(text))).toBe(String(Number(text)));
  });
});

const text = fc.string({
  unit: fc.constantFrom(...'=+-@＝＋－＠﹦ \t\r\n　;,"\'|ab1.é'),
  maxLength: 12,
});

test('whatever a cell holds, no spreadsheet finds a formula, also where it divides by semicolons or tabs', () => {
  // A row that begins with a number is no formula, though one that does not know commas takes it for one cell.
  const isFormula = (cell: string): boolean => FORMULA.test(cell) && !isNumber(cell.split(',')[0] ?? '');
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (row) => {
      const csv = csvLines([row]);
      const divided = [',', ';', '\t'].flatMap((delimiter) => parsed(csv, delimiter).flat());
      // Where quotes are not known at all, every line end and separator begins a cell.
      expect([...divided, ...csv.split(/[;\t\r\n]/)].filter(isFormula)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
