/**
 * @file Runs a spec in a thread of its own and looks after it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { LabError, type LabErrorData } from '../core/errors.ts';
import type { RunSummary } from '../core/run.ts';
import { formatTrace, parseTrace } from '../trace/trace-file.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { Command } from './command.ts';
import type { RunThreadMessage } from './run-thread.ts';
import { watchThread } from './watched-thread.ts';

/** How a run ended. */
export interface RunEnd {
  readonly summary: RunSummary | null;
  /** What ended it before its tasks were done. */
  readonly error: LabErrorData | null;
}

const THREAD = new URL('./run-thread.ts', import.meta.url).href;

/**
 * Runs a spec. The first interrupt stops the run softly, with a whole trace; the second ends its thread.
 * @param onProgress receives lines for people
 */
export async function runCommand(
  command: Extract<Command, { readonly type: 'run' }>,
  onProgress: (text: string) => void,
): Promise<RunEnd> {
  const told: RunEnd[] = [];
  const ended = await watchThread<RunThreadMessage>(THREAD, { command }, (message) => {
    if (message.type === 'progress') onProgress(message.text);
    else told.push(message.type === 'summary' ? message : { summary: null, error: message.error });
  });
  const lost = new LabError('worker-died', 'The thread of the run ended.').toData();
  const end = told[0] ?? { summary: null, error: ended ?? lost };
  if (end.summary === null && end.error !== null && command.events !== null) closeTrace(command.events, end.error);
  return end;
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
