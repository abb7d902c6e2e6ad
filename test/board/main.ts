/**
 * @file `npm run board [-- [--write] [NAME…]]`: plays the rows of the board again and fails where the page says otherwise; with `--write` the page says
 * what they come to. `npm run record` asks the models of rows.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toLabError } from '../../src/core/errors.ts';
import { boardTable, missingIn, withTable } from './board-table.ts';
import { playRow, rowsIn, type PlayedRow } from './board.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = resolve(ROOT, 'docs/board');
const DOCUMENT = resolve(ROOT, 'docs/experiments/board.md');

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  });
  const isAsked = (file: string): boolean => positionals.some((name) => file.startsWith(name));
  const files = rowsIn(FOLDER).filter((file) => values.write || positionals.length === 0 || isAsked(file));
  const played: PlayedRow[] = [];
  for (const file of files) {
    played.push(await playRow(resolve(FOLDER, file)));
    console.error(`${file} was played.`);
  }
  const table = boardTable(played);
  const page = readFileSync(DOCUMENT, 'utf8');
  if (values.write) writeFileSync(DOCUMENT, withTable(page, table));
  const missing = values.write ? [] : missingIn(page, table);
  for (const line of missing) console.error(`docs/experiments/board.md lacks: ${line}`);
  return Math.min(1, missing.length);
}

try {
  process.exitCode = await main();
} catch (thrown) {
  console.error(toLabError(thrown).message);
  process.exitCode = 2;
}
