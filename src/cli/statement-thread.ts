/** @file The thread of statements in Node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { loadSqlEngine } from '../data/database/engine.ts';
import { answerStatements, type StatementRequest } from '../data/database/statement-thread.ts';

const answer = answerStatements(
  () => {
    const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
    return loadSqlEngine(new Uint8Array(readFileSync(wasm)));
  },
  (reply) => parentPort?.postMessage(reply),
);
parentPort?.on('message', (request: StatementRequest) => void answer(request));
