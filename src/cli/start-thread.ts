/** @file Threads: those that run a spec, and those that answer requests. */
import { parentPort, Worker } from 'node:worker_threads';
import type { StatementReply, StatementRequest, StatementThread } from '../data/database/statement-runner.ts';
import type { ProgramReply, ProgramRequest, ProgramThread } from '../programs/program-thread.ts';
import type { Thread } from '../core/platform/asked-thread.ts';
import { LabError, toLabError, type LabErrorData } from '../core/errors.ts';

/** What a thread tells the one that started it: how far it is, what it was started for, or what ended it. */
type ThreadMessage<Told> =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'told'; readonly told: Told }
  | { readonly type: 'error'; readonly error: LabErrorData };

/** Starts a thread and waits for its end. `'stop'` stops it softly. @returns what ended it early, or null */
export async function runThread<Told>(
  entry: string,
  data: object,
  onProgress: (text: string) => void,
  hear: (told: Told) => void,
): Promise<LabErrorData | null> {
  const thread = startThread(entry, data);
  let interrupts = 0;
  let ended: LabErrorData | null = null;
  let failure: LabErrorData | null = null;
  const kill = (error: LabError): void => {
    ended ??= error.toData();
    void thread.terminate();
  };
  const interrupt = (): void => {
    interrupts += 1;
    if (interrupts === 1) thread.postMessage('stop');
    else kill(new LabError('aborted', 'Stopped.'));
  };
  process.on('SIGINT', interrupt);
  try {
    await new Promise<void>((resolve) => {
      thread.on('message', (message: ThreadMessage<Told>) => {
        if (message.type === 'progress') onProgress(message.text);
        else if (message.type === 'told') hear(message.told);
        else failure = message.error;
      });
      thread.on('error', (cause) =>
        kill(new LabError('worker-died', `The thread of the run failed: ${String(cause)}.`)),
      );
      thread.on('exit', () => resolve());
    });
  } finally {
    process.off('SIGINT', interrupt);
  }
  return failure ?? ended;
}

const post = <Told>(message: ThreadMessage<Told>): void => parentPort?.postMessage(message);
export const tellProgress = (text: string): void => post({ type: 'progress', text });
export const tellParent = <Told>(told: Told): void => post({ type: 'told', told });

/** Does what this thread is for. A message stops it softly; what is thrown is its last message. */
export function inThread(work: (signal: AbortSignal) => Promise<void>): void {
  const controller = new AbortController();
  parentPort?.on('message', () => controller.abort());
  void work(controller.signal)
    .catch((thrown: unknown) => post({ type: 'error', error: toLabError(thrown).toData() }))
    .finally(() => parentPort?.close());
}

const ANSWERS = new URL('./answer-thread.ts', import.meta.url).href;

export interface AnswersIn {
  readonly answers: 'programs' | 'statements';
}

/** A thread that answers requests. It keeps the thread that asks it alive until it is ended, as closing a session does. */
function startAnswering<Request, Reply>(answers: AnswersIn['answers']): Thread<Request, Reply> {
  const thread = startThread(ANSWERS, { answers } satisfies AnswersIn);
  return {
    post: (request, transfer) => thread.postMessage(request, transfer),
    listen(onReply, onEnd) {
      thread.on('message', onReply);
      thread.on('error', (cause) => onEnd(String(cause)));
      thread.on('exit', () => onEnd('The thread ended.'));
    },
    end: () => void thread.terminate(),
  };
}

export const startPrograms = (): ProgramThread => startAnswering<ProgramRequest, ProgramReply>('programs');
export const startStatements = (): StatementThread => startAnswering<StatementRequest, StatementReply>('statements');

// Threads do not inherit the loader that lets Node read TypeScript.
const BOOT = `
  const { workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(({ register }) => { register(); return import(workerData.entry); });
`;

/** Starts a thread. `entry` is its module's URL, in TypeScript or built; `data` is its `workerData`. */
export function startThread(entry: string, data: object): Worker {
  const workerData = { ...data, entry };
  return entry.endsWith('.ts')
    ? new Worker(BOOT, { eval: true, workerData })
    : new Worker(new URL(entry), { workerData });
}
