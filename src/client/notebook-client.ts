/**
 * @file The page's door to the notebooks that are kept here: a worker of its own, started when it is first needed.
 */
import type { NotebookShelf } from '../lab/notebook/shelf-service.ts';
import { keptWorker } from './kept-worker.ts';
import { remote } from '../rpc/remote.ts';
import type { TabStorage } from './tab-storage.ts';
import type { WorkerLike } from '../rpc/worker-connection.ts';

export type { KeptNotebook, NotebookContent, NotebookOrigin, OpenedNotebook } from '../lab/notebook/shelf-service.ts';

/** The kept notebooks, as the page sees them. */
export type NotebookClient = NotebookShelf;

const DIED = 'What keeps the notebooks stopped by itself, most likely for want of memory. It is started again.';

/**
 * @param startWorker makes a new notebook worker; called again after one was lost
 * @param storage where files are kept
 */
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
