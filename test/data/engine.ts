/** @file SQLite for tests in Node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type SqlEngine, loadSqlEngine } from '../../src/data/database/engine.ts';

/** A new engine from the binary that the package brings. */
export async function testEngine(): Promise<SqlEngine> {
  const path = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  return loadSqlEngine(new Uint8Array(readFileSync(path)));
}
