/** @file SQLite in the terminal. */
import { readFileSync } from 'node:fs';
import { loadSqlEngine, type SqlEngine } from '../data/database/engine.ts';
import { packageFile } from './package-files.ts';

export function openSqlEngine(): Promise<SqlEngine> {
  return loadSqlEngine(new Uint8Array(readFileSync(packageFile('sql.js/dist/sql-wasm.wasm'))));
}
