/**
 * @file The page's door to the notebooks that are kept here: a worker of its own, started when it is first needed.
 */
import { LabError } from '../core/errors.ts';
import type { NotebookShelf } from '../wire/notebook-shelf.ts';
import { installTransferHandlers } from '../wire/transfer-handlers.ts';
import { wrap, type Remote } from 'comlink';

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
export function createNotebookClient(startWorker: () => Worker): NotebookClient {
  installTransferHandlers();
  let running: { readonly remote: Remote<NotebookShelf>; readonly lost: Promise<never> } | null = null;
  const start = (): NonNullable<typeof running> => {
    const worker = startWorker();
    const lost = new Promise<never>((_resolve, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        worker.terminate();
        running = null;
        reject(new LabError('worker-died', DIED, { reason: event.message || 'The script could not be loaded.' }));
      });
    });
    // It concerns the calls that are under way, if there are any.
    lost.catch(() => undefined);
    return { remote: wrap<NotebookShelf>(worker), lost };
  };
  const call = <Result>(work: (remote: Remote<NotebookShelf>) => Promise<Result>): Promise<Result> => {
    running ??= start();
    return Promise.race([work(running.remote), running.lost]);
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
