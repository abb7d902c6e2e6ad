/**
 * @file `npm run board [-- [--write] [NAME…]]`: plays the rows of the board again and fails where a digest differs; with `--write` it takes what they
 * come to as right. `npm run record` asks the models of rows.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toLabError } from '../../src/core/errors.ts';
import { boardTable, withTable } from './board-table.ts';
import { differencesOf, digestsIn, playRow, rowsIn, writeDigests, type PlayedRow } from './board.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = resolve(ROOT, 'docs/board');
const DOCUMENT = resolve(ROOT, 'docs/experiments/board.md');

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  });
  const names = positionals.length > 0 ? positionals : rowsIn(FOLDER);
  const played: PlayedRow[] = [];
  const problems: string[] = [];
  for (const name of names) {
    const row = await playRow(FOLDER, name);
    played.push(row);
    if (values.write) writeDigests(FOLDER, [row]);
    const differences = differencesOf(row, digestsIn(FOLDER)[name]);
    problems.push(...differences);
    console.log(`${name}: ${differences.length === 0 ? 'as it is held' : differences.join(' ')}`);
  }
  const all = names.length === rowsIn(FOLDER).length ? played : null;
  if (all !== null && problems.length === 0) {
    const before = readFileSync(DOCUMENT, 'utf8');
    const after = withTable(before, boardTable(all));
    if (values.write) writeFileSync(DOCUMENT, after);
    else if (after !== before) problems.push('The table of docs/experiments/board.md is outdated.');
  }
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (thrown) {
  console.error(toLabError(thrown).message);
  process.exitCode = 2;
}
