/** @file The program worker: planners that people wrote run here, where they can be ended without ending anything else. */
import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { loadProgramEngine } from '../src/programs/sandbox.ts';
import { answerPrograms, type ProgramRequest } from '../src/programs/program-thread.ts';

const answer = answerPrograms(
  async () => loadProgramEngine(await (await fetch(wasmUrl)).arrayBuffer()),
  (reply) => self.postMessage(reply),
);
self.addEventListener('message', ({ data }: MessageEvent<ProgramRequest>) => void answer(data));
