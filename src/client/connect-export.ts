/**
 * @file Starts the export worker. The address has to stand here as it is: the bundler finds the worker by it.
 */
import { createExportClient, type ExportClient } from './export-client.ts';

/** What writes runs as files, each in a worker of its own. */
export function connectExport(): ExportClient {
  return createExportClient(
    () => new Worker(new URL('../../workers/export.worker.ts', import.meta.url), { type: 'module', name: 'export' }),
  );
}
