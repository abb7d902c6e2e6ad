/** @file Runs become files in a worker of their own, so that the page goes on meanwhile and a stop ends it at once. */
import { LabError, throwIfAborted } from '../core/errors.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { ExportRequest, ExportService } from '../wire/export-service.ts';
import { installTransferHandlers } from '../wire/transfer-handlers.ts';
import { connectWorker, type WorkerLike } from './worker-connection.ts';

/** Sent at a time: a page that copies a quarter of a million events at once stands still for a second. */
const BATCH = 10_000;

/** How a run is written. */
export interface Exporting {
  readonly signal: AbortSignal;
  /** Of a run that fits into one batch nothing is told: it is written at once. @param share of the events that the worker has; null once it writes */
  readonly onProgress: (share: number | null) => void;
}

/** What writes runs as files. */
export interface ExportClient {
  /** @throws LabError `name-unknown` for the format, `aborted`, `worker-died` */
  file(events: readonly TraceEvent[], request: ExportRequest, exporting: Exporting): Promise<Blob>;
}

/** @param startWorker called for each file */
export function createExportClient(startWorker: () => WorkerLike): ExportClient {
  installTransferHandlers();
  return {
    async file(events, request, { signal, onProgress }) {
      throwIfAborted(signal);
      const worker = connectWorker<ExportService>(startWorker, 'What writes runs as files could not be started.');
      const stop = (): void => worker.kill(new LabError('aborted', 'Stopped.'));
      signal.addEventListener('abort', stop, { once: true });
      try {
        for (let at = 0; at < events.length; at += BATCH) {
          if (at > 0) onProgress(at / events.length);
          await worker.settle(worker.remote.add(events.slice(at, at + BATCH)));
        }
        if (events.length > BATCH) onProgress(null);
        return await worker.settle(worker.remote.write(request));
      } finally {
        signal.removeEventListener('abort', stop);
        worker.kill(new LabError('aborted', 'The file is written.'));
      }
    },
  };
}
