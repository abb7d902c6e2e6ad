/**
 * @file Programs run in a thread, which can be ended: QuickJS asks whether to go on between the steps of a program, and not within a
 * step of its own, such as a search in a list of any length. What is posted, and the thread's side of it.
 */
import { toLabError, type LabErrorData } from '../core/errors.ts';
import { createRandom } from '../core/random.ts';
import type { ProgramAnswer } from './calls.ts';
import { type ProgramEngine, openSandbox, type ProgramRun, type ProgramStep, type ProgramTask } from './sandbox.ts';

/** What the thread is asked: to begin a program, then to go on with the answer to each of its calls. */
export type ProgramRequest =
  | { readonly type: 'begin'; readonly program: ProgramTask; readonly seed: number }
  | { readonly type: 'answer'; readonly answer: ProgramAnswer };

/** What the thread answers each with; `ready` comes once, before all else. */
export type ProgramReply =
  | { readonly type: 'ready' }
  | { readonly type: 'step'; readonly step: ProgramStep }
  | { readonly type: 'failed'; readonly error: LabErrorData };

export interface ProgramThread {
  post(request: ProgramRequest): void;
  /** @param onEnd is told why the thread ended by itself */
  listen(onReply: (reply: ProgramReply) => void, onEnd: (reason: string) => void): void;
  end(): void;
}

export type StartPrograms = () => ProgramThread;

/** The thread's side; it begins to load at once. @returns what to call with each request */
export function answerPrograms(
  loadEngine: () => Promise<ProgramEngine>,
  post: (reply: ProgramReply) => void,
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

export function programWorker(worker: Worker): ProgramThread {
  return {
    post: (request) => worker.postMessage(request),
    listen(onReply, onEnd) {
      worker.addEventListener('message', ({ data }: MessageEvent<ProgramReply>) => onReply(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onEnd(event.message || 'The script could not be loaded.');
      });
    },
    end: () => worker.terminate(),
  };
}
