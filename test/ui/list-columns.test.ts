import { expect, test } from 'vitest';
import type { EvaluationTable, TableRow } from '../../src/core/evaluation.ts';
import { listColumns, listWords } from '../../src/ui/pages/compare/reply-columns.ts';

const words = 'share of all items that somebody is recommended';
const rowOf = (lists: TableRow['lists']): TableRow => ({ lists }) as TableRow;
const tableOf = (...rows: readonly TableRow[]): EvaluationTable => ({ name: 'x', base: 'a', seeds: [1], rows });

test('each measure of lists that some row has is a column, empty where a row lacks it', () => {
  const [covering, other] = [rowOf([{ name: 'Coverage@10', words, value: 0.25 }]), rowOf([])];
  const columns = listColumns(tableOf(other, covering));
  expect(columns.map(({ title, hint }) => [title, hint])).toEqual([['Coverage@10', words]]);
  expect([other, covering].map((row) => columns[0]?.text(row))).toEqual(['', '0.250']);
  expect(listWords(tableOf(other, covering))).toBe(`Coverage@10: ${words}.`);
  expect(listColumns(tableOf(other))).toEqual([]);
});
