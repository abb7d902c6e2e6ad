/** @file A thread of planners that people wrote, or of statements, in Node. */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { answerStatements } from '../data/database/statement-runner.ts';
import { answerPrograms } from '../programs/program-thread.ts';
import { loadProgramEngine } from '../programs/sandbox.ts';
import { openSqlEngine } from './open-sql-engine.ts';
import { packageFile } from './package-files.ts';
import type { AnswersIn } from './start-thread.ts';

const post = (reply: object): void => parentPort?.postMessage(reply);
const loadPrograms = () =>
  loadProgramEngine(new Uint8Array(readFileSync(packageFile('@jitl/quickjs-wasmfile-release-sync/wasm'))));

const { answers } = workerData as AnswersIn;
const answer: (request: never) => Promise<void> =
  answers === 'programs' ? answerPrograms(loadPrograms, post) : answerStatements(openSqlEngine, post);
parentPort?.on('message', (request: unknown) => void answer(request as never));
