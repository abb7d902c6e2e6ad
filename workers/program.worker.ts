/** @file The program worker: planners that people wrote, or SQL that they or a model wrote, where each can be ended alone. */
import quickJs from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import sqlite from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { loadSqlEngine } from '../src/data/database/engine.ts';
import { answerStatements } from '../src/data/database/statement-runner.ts';
import { loadProgramEngine } from '../src/programs/sandbox.ts';
import { answerPrograms } from '../src/programs/program-thread.ts';

const post = (reply: object): void => self.postMessage(reply);
const loadPrograms = async () => loadProgramEngine(await (await fetch(quickJs)).arrayBuffer());

// Its name says which of them it is for; no thread is for both.
const answer: (request: never) => Promise<void> = self.name.startsWith('programs')
  ? answerPrograms(loadPrograms, post)
  : answerStatements(() => loadSqlEngine(sqlite), post);
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => void answer(data as never));
