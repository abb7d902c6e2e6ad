/**
 * @file The page's door to the notebooks that are kept here: a worker of its own, started when it is first needed.
 */
import type { NotebookShelf } from '../wire/notebook-shelf.ts';
import { installTransferHandlers } from '../wire/transfer-handlers.ts';
import type { Remote } from 'comlink';
import type { TabStorage } from './tab-storage.ts';
import type { Change, Tabs } from './tabs.ts';
import { connectWorker, type WorkerConnection, type WorkerLike } from './worker-connection.ts';

export type {
  KeptNotebook,
  NotebookContent,
  NotebookOrigin,
  NotebookVersion,
  OpenedNotebook,
} from '../wire/notebook-shelf.ts';

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
  installTransferHandlers();
  let connection: WorkerConnection<NotebookShelf> | null = null;
  const call = <Result>(work: (remote: Remote<NotebookShelf>) => Promise<Result>): Promise<Result> => {
    if (connection?.alive !== true) connection = connectWorker<NotebookShelf>(() => storage.adopt(startWorker()), DIED);
    return connection.settle(work(connection.remote));
  };
  const tell = (id: string, what: Change['what']): void => tabs.tell({ kind: 'notebook', id, what });
  return {
    notebooks: () => call((remote) => remote.notebooks()),
    openNotebook: (id) => call((remote) => remote.openNotebook(id)),
    async saveNotebook(...given) {
      const [id, before] = given;
      const revision = await call((remote) => remote.saveNotebook(...given));
      if (revision !== before) tell(id, 'saved');
      return revision;
    },
    async removeNotebook(id) {
      await call((remote) => remote.removeNotebook(id));
      tell(id, 'removed');
    },
    async copyNotebook(...given) {
      await call((remote) => remote.copyNotebook(...given));
      tell(given[1], 'saved');
    },
    notebookVersions: (id) => call((remote) => remote.notebookVersions(id)),
    openVersion: (id, savedAt) => call((remote) => remote.openVersion(id, savedAt)),
    async keepOutput(id, output) {
      await call((remote) => remote.keepOutput(id, output));
      tell(id, 'saved');
    },
    readEvents: (id, trace) => call((remote) => remote.readEvents(id, trace)),
  };
}
