/** @file The statement worker: SQL that a model or a person wrote runs here, where it can be ended without ending anything else. */
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { loadSqlEngine } from '../src/data/database/engine.ts';
import { answerStatements, type StatementRequest } from '../src/data/database/statement-runner.ts';

const answer = answerStatements(
  () => loadSqlEngine(wasmUrl),
  (reply) => self.postMessage(reply),
);
self.addEventListener('message', ({ data }: MessageEvent<StatementRequest>) => void answer(data));
