/**
 * @file The page's door to the notebooks that are kept here: a worker of its own, started when it is first needed.
 */
import type { NotebookShelf } from '../lab/notebook/shelf-service.ts';
import { keptWorker } from './kept-worker.ts';
import { remote } from '../rpc/remote.ts';
import type { TabStorage } from './tab-storage.ts';
import type { Change, Tabs } from './tabs.ts';
import type { WorkerLike } from '../rpc/worker-connection.ts';

export type {
  KeptNotebook,
  NotebookContent,
  NotebookOrigin,
  NotebookVersion,
  OpenedNotebook,
} from '../lab/notebook/shelf-service.ts';

/** The kept notebooks, as the page sees them. */
export type NotebookClient = NotebookShelf;

const DIED = 'What keeps the notebooks stopped by itself, most likely for want of memory. It is started again.';

/**
 * @param startWorker makes a new notebook worker; called again after one was lost
 * @param shared what the page has once: the other tabs, which hear of changes, and where files are kept
 */
export function createNotebookClient(
  startWorker: () => WorkerLike,
  { tabs, storage }: { readonly tabs: Tabs; readonly storage: TabStorage },
): NotebookClient {
  const tell = (id: string, what: Change['what']): void => tabs.tell({ kind: 'notebook', id, what });
  return remote<NotebookShelf>(
    keptWorker(() => storage.adopt(startWorker()), DIED),
    (shelf) => ({
      async saveNotebook(...given) {
        const [id, before] = given;
        const revision = await shelf.saveNotebook(...given);
        if (revision !== before) tell(id, 'saved');
        return revision;
      },
      async removeNotebook(id) {
        await shelf.removeNotebook(id);
        tell(id, 'removed');
      },
      async copyNotebook(...given) {
        await shelf.copyNotebook(...given);
        tell(given[1], 'saved');
      },
      async keepOutput(id, output) {
        await shelf.keepOutput(id, output);
        tell(id, 'saved');
      },
    }),
  );
}
