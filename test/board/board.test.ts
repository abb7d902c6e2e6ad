/** @file The board: rows play again without a model, and a digest that differs is told. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { boardTable } from './board-table.ts';
import { differencesOf, digestsIn, playRow, rowsIn } from './board.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BOARD = join(ROOT, 'docs/board');

test('every row has digests, and its page has a line for each of its methods', () => {
  const page = readFileSync(join(ROOT, 'docs/experiments/board.md'), 'utf8');
  const held = digestsIn(BOARD);
  expect(Object.keys(held).sort()).toEqual(rowsIn(BOARD));
  for (const [name, digests] of Object.entries(held))
    for (const digest of Object.values(digests)) expect(page, name).toContain(`\`${digest.slice(0, 8)}\``);
});

test('the rules play again as they are held, and a digest that differs is told', async () => {
  const row = await playRow(BOARD, 'rules-default');
  const held = digestsIn(BOARD)['rules-default'];
  expect(differencesOf(row, held)).toEqual([]);
  expect(differencesOf(row, { ...held, 'Chain-of-Thought (seed 1)': 'another' })).toHaveLength(1);
  expect(differencesOf(row, undefined)[0]).toContain('--write rules-default');
  const lines = boardTable([row]).split('\n').slice(2);
  const page = readFileSync(join(ROOT, 'docs/experiments/board.md'), 'utf8');
  for (const line of lines) expect(page).toContain(line);
}, 120_000);
