/** @file Runs become files in a worker of their own, so that the page goes on meanwhile and a stop ends it at once. */
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { ExportRequest, ExportService, NamedFile } from '../export/service.ts';
import { installTransferHandlers } from '../rpc/transfer-handlers.ts';
import { connectWorker, type WorkerConnection, type WorkerLike } from '../rpc/worker-connection.ts';

/** Sent at a time: a page that copies a quarter of a million events at once stands still for a second. */
const BATCH = 10_000;

export interface Exporting {
  readonly signal: AbortSignal;
  /** Of a run that fits into one batch nothing is told: it is written at once. @param share of the events that the worker has; null once it writes */
  readonly onProgress: (share: number | null) => void;
}

export interface ExportClient {
  /** @throws LabError `name-unknown` for the format, `aborted`, `worker-died` */
  file(events: readonly TraceEvent[], request: ExportRequest, exporting: Exporting): Promise<Blob>;
  /** Several files as one. @throws LabError `aborted`, `worker-died` */
  zip(files: readonly NamedFile[], signal: AbortSignal): Promise<Blob>;
}

export function createExportClient(startWorker: () => WorkerLike): ExportClient {
  installTransferHandlers();
  async function withWorker<Made>(
    signal: AbortSignal,
    make: (worker: WorkerConnection<ExportService>) => Promise<Made>,
  ): Promise<Made> {
    throwIfAborted(signal);
    const worker = connectWorker<ExportService>(startWorker, 'What writes runs as files could not be started.');
    const stop = (): void => worker.kill(new LabError('aborted', 'Stopped.'));
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await make(worker);
    } finally {
      signal.removeEventListener('abort', stop);
      worker.kill(new LabError('aborted', 'The file is written.'));
    }
  }
  return {
    file: (events, request, { signal, onProgress }) =>
      withWorker(signal, async (worker) => {
        for (let at = 0; at < events.length; at += BATCH) {
          if (at > 0) onProgress(at / events.length);
          await worker.settle(worker.remote.add(events.slice(at, at + BATCH)));
        }
        if (events.length > BATCH) onProgress(null);
        return worker.settle(worker.remote.write(request));
      }),
    zip: (files, signal) => withWorker(signal, (worker) => worker.settle(worker.remote.zip(files))),
  };
}

export function connectExport(): ExportClient {
  return createExportClient(
    () => new Worker(new URL('../../workers/export.worker.ts', import.meta.url), { type: 'module', name: 'export' }),
  );
}
