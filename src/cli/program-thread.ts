/** @file The thread of programs in Node. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { loadProgramEngine } from '../programs/sandbox.ts';
import { answerPrograms, type ProgramRequest } from '../programs/program-thread.ts';
import { packageFile } from './package-files.ts';

const answer = answerPrograms(
  () => loadProgramEngine(new Uint8Array(readFileSync(packageFile('@jitl/quickjs-wasmfile-release-sync/wasm')))),
  (reply) => parentPort?.postMessage(reply),
);
parentPort?.on('message', (request: ProgramRequest) => void answer(request));
