/**
 * @file The page's door to the notebooks that are kept here: a worker of its own, started when it is first needed.
 */
import type { NotebookShelf } from '../wire/notebook-shelf.ts';
import { installTransferHandlers } from '../wire/transfer-handlers.ts';
import type { Remote } from 'comlink';
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

/** @param startWorker makes a new notebook worker; called again after one was lost */
export function createNotebookClient(startWorker: () => WorkerLike): NotebookClient {
  installTransferHandlers();
  let connection: WorkerConnection<NotebookShelf> | null = null;
  const call = <Result>(work: (remote: Remote<NotebookShelf>) => Promise<Result>): Promise<Result> => {
    if (connection?.alive !== true) connection = connectWorker<NotebookShelf>(startWorker, DIED);
    return connection.settle(work(connection.remote));
  };
  return {
    notebooks: () => call((remote) => remote.notebooks()),
    openNotebook: (id) => call((remote) => remote.openNotebook(id)),
    saveNotebook: (...given) => call((remote) => remote.saveNotebook(...given)),
    removeNotebook: (id) => call((remote) => remote.removeNotebook(id)),
    copyNotebook: (...given) => call((remote) => remote.copyNotebook(...given)),
    notebookVersions: (id) => call((remote) => remote.notebookVersions(id)),
    openVersion: (id, savedAt) => call((remote) => remote.openVersion(id, savedAt)),
    keepOutput: (id, output) => call((remote) => remote.keepOutput(id, output)),
    readEvents: (id, trace) => call((remote) => remote.readEvents(id, trace)),
  };
}
