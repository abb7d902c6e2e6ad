/** @file Programs run in a thread, which can be ended: QuickJS does not stop within a step, such as a search in a list. */
import { toLabError } from '../core/errors.ts';
import type { FailedReply, Thread } from '../core/platform/asked-thread.ts';
import { createRandom } from '../core/random.ts';
import type { ProgramAnswer } from './calls.ts';
import { type ProgramEngine, openSandbox, type ProgramRun, type ProgramStep, type ProgramTask } from './sandbox.ts';

export type ProgramRequest =
  | { readonly type: 'begin'; readonly program: ProgramTask; readonly seed: number }
  | { readonly type: 'answer'; readonly answer: ProgramAnswer };

export type ProgramReply = { readonly type: 'ready' } | { readonly type: 'step'; readonly step: ProgramStep };

export type ProgramThread = Thread<ProgramRequest, ProgramReply>;

export type StartPrograms = () => ProgramThread;

/** The thread's side; it begins to load at once. */
export function answerPrograms(
  loadEngine: () => Promise<ProgramEngine>,
  post: (reply: ProgramReply | FailedReply) => void,
): (request: ProgramRequest) => Promise<void> {
  const loading = loadEngine();
  const failed = (thrown: unknown): void => post({ type: 'failed', error: toLabError(thrown).toData() });
  loading.then(() => post({ type: 'ready' }), failed);
  let program: ProgramRun | null = null;
  return async (request) => {
    try {
      if (request.type === 'begin') {
        const engine = await loading;
        program = openSandbox(await engine(), request.program, createRandom(request.seed));
        post({ type: 'step', step: program.begin() });
      } else if (program !== null) post({ type: 'step', step: program.answer(request.answer) });
    } catch (thrown) {
      failed(thrown);
    }
  };
}
