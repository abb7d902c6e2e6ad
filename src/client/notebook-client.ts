/** @file The page's door to the notebooks that are kept here: a worker of its own, started when it is first needed. */
import type { NotebookShelf } from '../lab/notebook/service.ts';
import { remote, type MakeCall, type Verbs } from '../rpc/remote.ts';
import type { TabStorage } from './tab-storage.ts';
import { type WorkerLike, connectWorker, type WorkerConnection } from '../rpc/worker-connection.ts';
import { installTransferHandlers } from '../rpc/transfer-handlers.ts';

/** Makes calls of such a worker. None hangs: where the worker dies, all that are under way fail. @param died what to say then */
function keptWorker(startWorker: () => WorkerLike, died: string): MakeCall {
  installTransferHandlers();
  let connection: WorkerConnection<Verbs> | null = null;
  return (_signal, call) => {
    if (connection?.alive !== true) connection = connectWorker<Verbs>(startWorker, died);
    return connection.settle(call(connection.remote as unknown as Verbs));
  };
}

export type { KeptNotebook, NotebookContent, NotebookOrigin, OpenedNotebook } from '../lab/notebook/service.ts';

export type NotebookClient = NotebookShelf;

const DIED = 'What keeps the notebooks stopped by itself, most likely because memory ran out. It is started again.';

export function createNotebookClient(
  startWorker: () => WorkerLike,
  { storage }: { readonly storage: TabStorage },
): NotebookClient {
  return remote<NotebookShelf>(
    keptWorker(() => storage.adopt(startWorker()), DIED),
    (shelf) => ({
      saveNotebook(...given) {
        storage.made();
        return shelf.saveNotebook(...given);
      },
    }),
  );
}

export function connectNotebooks(shared: Parameters<typeof createNotebookClient>[1]): NotebookClient {
  return createNotebookClient(
    () =>
      new Worker(new URL('../../workers/notebook.worker.ts', import.meta.url), { type: 'module', name: 'notebook' }),
    shared,
  );
}
