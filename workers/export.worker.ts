/** @file The export worker: a run of many thousand states takes seconds to write, in which the page goes on and can stop it. */
import { LabError } from '../src/core/errors.ts';
import type { TraceEvent } from '../src/core/trace.ts';
import { runFile } from '../src/export/run-file.ts';
import { RUN_FORMATS, type ExportService } from '../src/export/service.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
import { installTransferHandlers } from '../src/rpc/transfer-handlers.ts';

installTransferHandlers();
const written: TraceEvent[] = [];
const service: ExportService = {
  add(events) {
    for (const event of events) written.push(event);
    return Promise.resolve();
  },
  write({ extension, title }) {
    const format = RUN_FORMATS.find((known) => known.extension === extension);
    if (format === undefined) throw new LabError('name-unknown', `Runs are not written as "${extension}".`);
    const text = runFile(written, format.extension, title);
    return Promise.resolve(new Blob([text], { type: format.type }));
  },
  async zip(files) {
    const { zipSync } = await import('fflate');
    const parts = files.map(async ({ name, file }) => [name, new Uint8Array(await file.arrayBuffer())] as const);
    return new Blob([zipSync(Object.fromEntries(await Promise.all(parts)))], { type: 'application/zip' });
  },
  ping: () => Promise.resolve(),
};
exposeService(service);
