/**
 * @file Runs a spec in a thread of its own and looks after it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { LabError, type LabErrorData } from '../core/errors.ts';
import type { RunSummary } from '../core/run.ts';
import { formatTrace, parseTrace } from '../core/trace-file.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { Command } from './command.ts';
import { createHeartbeat, isOverdue, QUERY_DEADLINE } from './query-deadline.ts';
import type { RunThreadData, RunThreadMessage } from './run-thread.ts';

/** How a run ended. */
export interface RunEnd {
  readonly summary: RunSummary | null;
  /** What ended it before its tasks were done. */
  readonly error: LabErrorData | null;
}

const LOOK_EVERY = 200;
const THREAD = new URL('./run-thread.ts', import.meta.url).href;
// Threads do not inherit the loader that lets Node read TypeScript.
const BOOT = `
  const { workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(({ register }) => { register(); return import(workerData.entry); });
`;

/**
 * Runs a spec. The first interrupt stops the run softly, with a whole trace; the second ends its thread.
 * @param onProgress receives lines for people
 */
export async function runCommand(
  command: Extract<Command, { readonly type: 'run' }>,
  onProgress: (text: string) => void,
): Promise<RunEnd> {
  const heartbeat = createHeartbeat();
  const workerData: RunThreadData = { command, heartbeat };
  const thread = new Worker(BOOT, { eval: true, workerData: { ...workerData, entry: THREAD } });
  let interrupts = 0;
  let end: RunEnd | null = null;
  const kill = (error: LabError): void => {
    end ??= { summary: null, error: error.toData() };
    void thread.terminate();
  };
  const interrupt = (): void => {
    interrupts += 1;
    if (interrupts === 1) thread.postMessage('stop');
    else kill(new LabError('aborted', 'Stopped.'));
  };
  const deadline = setInterval(() => {
    if (!isOverdue(heartbeat)) return;
    const problem = `A query took longer than ${QUERY_DEADLINE / 1000} s and was ended with the run`;
    kill(new LabError('sql-timeout', `${problem}. The last tool call of the trace has it.`));
  }, LOOK_EVERY);
  process.on('SIGINT', interrupt);
  try {
    await new Promise<void>((resolve) => {
      thread.on('message', (message: RunThreadMessage) => {
        if (message.type === 'progress') onProgress(message.text);
        else end ??= message.type === 'summary' ? message : { summary: null, error: message.error };
      });
      thread.on('error', (cause) => kill(new LabError('worker-died', `The run's thread broke: ${String(cause)}.`)));
      thread.on('exit', () => resolve());
    });
  } finally {
    clearInterval(deadline);
    process.off('SIGINT', interrupt);
  }
  const result: RunEnd = end ?? {
    summary: null,
    error: new LabError('worker-died', 'The thread of the run ended.').toData(),
  };
  if (result.summary === null && result.error !== null && command.events !== null)
    closeTrace(command.events, result.error);
  return result;
}

/** Ends the trace of a run whose thread was ended, so that it can be opened like any other. */
function closeTrace(path: string, error: LabErrorData): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  if (text === '') return;
  const events = parseTrace(text, { partial: true });
  const last = events.at(-1);
  if (last === undefined || last.type === 'run-end') return;
  const at = { time: last.time, node: '' };
  const outcome = error.code === 'aborted' ? 'aborted' : 'failed';
  const closing: TraceEvent[] = [
    { seq: events.length, ...at, type: 'error', error },
    { seq: events.length + 1, ...at, type: 'run-end', outcome, summary: null },
  ];
  appendFileSync(path, `${text.endsWith('\n') ? '' : '\n'}${formatTrace(closing)}`);
}
