/** @file Files and texts of strangers are read and written in workers of their own, a worker for each task, which a stop ends. */
import { LabError, NEVER, throwIfAborted } from '../core/errors.ts';
import { inTurns } from '../core/platform/waiting.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { ExportRequest, NamedFile } from '../export/service.ts';
import type { ImportService } from '../lab/datasets/import-service.ts';
import { remote, type Verbs } from '../rpc/remote.ts';
import { connectWorker, type WorkerConnection, type WorkerLike } from '../rpc/worker-connection.ts';
import type { ImportClient } from './lab.ts';

type Files = WorkerConnection<ImportService>;

/** After Stop an import has this long to end by itself, in milliseconds. */
const STOP_MILLISECONDS = 2000;

const DIED = 'The import stopped by itself, probably because memory ran out. Import a smaller file, or a part of it.';
const NOT_STARTED = 'What reads and writes files could not be started.';

// The address has to stand here as it is: the bundler finds the worker by it.
export const startFiles = (): Worker =>
  new Worker(new URL('../../workers/import.worker.ts', import.meta.url), { type: 'module', name: 'import' });

/** Does one task. @param patience milliseconds that it has to end by itself after a stop */
async function inWorker<Result>(
  start: () => WorkerLike,
  { signal, died, patience }: { readonly signal: AbortSignal; readonly died: string; readonly patience: number },
  act: (worker: Files) => Promise<Result>,
): Promise<Result> {
  const worker = connectWorker<ImportService>(start, died);
  const end = (): void => worker.kill(new LabError('aborted', 'Stopped.'));
  const stop = (): void => void (patience === 0 ? end() : setTimeout(end, patience));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await act(worker);
  } finally {
    signal.removeEventListener('abort', stop);
    end();
  }
}

export function createImportClient(start: () => WorkerLike, made: () => void): ImportClient {
  const service = remote<ImportService>((signal, call) =>
    inWorker(start, { signal: signal ?? NEVER, died: DIED, patience: STOP_MILLISECONDS }, (worker) =>
      worker.settle(call(worker.remote as unknown as Verbs)),
    ),
  );
  return {
    look: (source, signal) => service.look(source, signal),
    async import(source, columns, { onProgress, signal }) {
      const imported = await service.import(source, columns, onProgress, signal);
      made();
      return imported;
    },
  };
}

/** Sent at a time: a page that copies a quarter of a million events at once stands still for a second. */
const BATCH = 10_000;

export interface Exporting {
  readonly signal: AbortSignal;
  /** Of a run that fits into one batch nothing is told: it is written at once. @param share of the events that the worker has; null once it writes */
  readonly onProgress: (share: number | null) => void;
}

/** Writes a run as a file. @throws LabError `name-unknown` for the format, `aborted`, `worker-died` */
export function exportRun(
  events: readonly TraceEvent[],
  request: ExportRequest,
  { signal, onProgress }: Exporting,
): Promise<Blob> {
  throwIfAborted(signal);
  return inWorker(startFiles, { signal, died: NOT_STARTED, patience: 0 }, async (worker) => {
    for (let at = 0; at < events.length; at += BATCH) {
      if (at > 0) onProgress(at / events.length);
      await worker.settle(worker.remote.add(events.slice(at, at + BATCH)));
    }
    if (events.length > BATCH) onProgress(null);
    return worker.settle(worker.remote.write(request));
  });
}

/** Several files as one. @throws LabError `aborted`, `worker-died` */
export function zipFiles(files: readonly NamedFile[], signal: AbortSignal): Promise<Blob> {
  throwIfAborted(signal);
  return inWorker(startFiles, { signal, died: NOT_STARTED, patience: 0 }, (worker) =>
    worker.settle(worker.remote.zip(files)),
  );
}

/** How long one text may take, in seconds. */
const DEADLINE = 3;

/**
 * What formats Markdown: HTML that is not safe yet. A signal leaves out a text whose turn has not come.
 * @throws LabError `limit-exceeded` where a text takes too long, is nested too deeply or comes to too much; `aborted`
 */
export function createFormatter(start: () => WorkerLike = startFiles) {
  let worker: Files | null = null;
  const inTurn = inTurns();
  const format = async (text: string, signal?: AbortSignal): Promise<string> => {
    if (signal !== undefined) throwIfAborted(signal);
    if (worker?.alive !== true) worker = connectWorker(start, NOT_STARTED);
    const own = worker;
    await own.settle(own.remote.ready());
    const late = new LabError('limit-exceeded', `It takes longer than ${DEADLINE} seconds to format.`);
    const timer = setTimeout(() => own.kill(late), DEADLINE * 1000);
    return own.settle(own.remote.html(text)).finally(() => clearTimeout(timer));
  };
  return (text: string, signal?: AbortSignal): Promise<string> => inTurn(() => format(text, signal));
}
