/**
 * @file The page's door to imports. Each call has a worker of its own that ends with it, so that an import neither holds up the
 * lab nor leaves memory behind.
 */
import { proxy, wrap, type Remote } from 'comlink';
import { LabError } from '../core/errors.ts';
import type { ImportService, ImportSource } from '../lab/datasets/import-service.ts';
import { installTransferHandlers } from '../rpc/transfer-handlers.ts';
import type { Agreements } from './agreements.ts';
import type { ImportClient } from './lab.ts';
import type { TabStorage } from './tab-storage.ts';

/** After Stop an import has this long to end by itself, in milliseconds. */
const STOP_MILLISECONDS = 2000;

const DIED = 'The import stopped by itself, most likely for want of memory. Import a smaller file, or a part of it.';

/**
 * @param startWorker makes a new import worker
 * @param network no address is asked where it says so
 */
export function createImportClient(
  startWorker: () => Worker,
  network: Pick<Agreements, 'requireClear'>,
  storage: Pick<TabStorage, 'made'>,
): ImportClient {
  installTransferHandlers();
  const clear = async <Result>(source: ImportSource, call: () => Promise<Result>): Promise<Result> => {
    if (typeof source === 'string') network.requireClear();
    return call();
  };
  return {
    look: (source, signal) =>
      clear(source, () => inWorker(startWorker, signal, (remote) => remote.look(source, signal))),
    check: (source, columns, signal) =>
      clear(source, () => inWorker(startWorker, signal, (remote) => remote.check(source, columns, signal))),
    text: (url, signal) => clear(url, () => inWorker(startWorker, signal, (remote) => remote.text(url, signal))),
    async import(source, columns, { onProgress, signal }) {
      const imported = await clear(source, () =>
        inWorker(startWorker, signal, (remote) => remote.import(source, columns, proxy(onProgress), signal)),
      );
      storage.made();
      return imported;
    },
  };
}

async function inWorker<Result>(
  startWorker: () => Worker,
  signal: AbortSignal,
  call: (remote: Remote<ImportService>) => Promise<Result>,
): Promise<Result> {
  const worker = startWorker();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new LabError('worker-died', DIED, { reason: event.message || 'The script could not be loaded.' }));
      });
      const stop = (): void => {
        timer = setTimeout(() => reject(new LabError('aborted', 'Stopped.')), STOP_MILLISECONDS);
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
      call(wrap<ImportService>(worker)).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
