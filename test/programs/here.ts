/** @file Programs run in the thread of the test, for tests that need none of their own. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../src/cli/package-files.ts';
import { loadProgramEngine, type ProgramEngine } from '../../src/programs/sandbox.ts';
import { answerPrograms, type ProgramThread } from '../../src/programs/program-thread.ts';

/** QuickJS, compiled once. */
export const testPrograms: Promise<ProgramEngine> = loadProgramEngine(
  new Uint8Array(readFileSync(packageFile('@jitl/quickjs-wasmfile-release-sync/wasm'))),
);

/** A thread that is none: it cannot be ended in the middle of a program. */
export function startHere(): ProgramThread {
  const heard: Parameters<ProgramThread['listen']>[0][] = [];
  const answer = answerPrograms(
    () => testPrograms,
    (reply) => heard.forEach((hear) => hear(structuredClone(reply))),
  );
  return {
    post: (request) => void answer(structuredClone(request)),
    listen: (onReply) => void heard.push(onReply),
    end: () => void heard.splice(0),
  };
}
