/** @file The board: rows play again without a model, and a number or digest that differs is told. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { boardTable, missingIn } from './board-table.ts';
import { labelsIn, playRow, rowsIn } from './board.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BOARD = resolve(ROOT, 'docs/board');
const PAGE = readFileSync(resolve(ROOT, 'docs/experiments/board.md'), 'utf8');

test('the page has a line for each method of each row', () => {
  const methods = rowsIn(BOARD).flatMap((file) => labelsIn(resolve(BOARD, file)));
  const lines = PAGE.split('\n').filter((line) => /`[0-9a-f]{8}` \|$/u.test(line));
  expect(lines.map((line) => line.split(' | ')[1]).sort()).toEqual(methods.sort());
});

test('the rules play again as the page has them, and a digest that differs is told', async () => {
  const row = await playRow(resolve(BOARD, 'rules-default.evaluation.json'));
  expect(missingIn(PAGE, boardTable([row]))).toEqual([]);
  const [first, ...others] = row.methods;
  const changed = { ...row, methods: [{ ...first!, digest: 'another' }, ...others] };
  expect(missingIn(PAGE, boardTable([changed]))).toHaveLength(1);
}, 120_000);
