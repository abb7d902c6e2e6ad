/**
 * @file Starts the notebook worker. The address has to stand here as it is: the bundler finds the worker by it.
 */
import { createNotebookClient, type NotebookClient } from './notebook-client.ts';

/** The kept notebooks in a worker of its own, which starts when it is first needed. @param shared what the page has once */
export function connectNotebooks(shared: Parameters<typeof createNotebookClient>[1]): NotebookClient {
  return createNotebookClient(
    () =>
      new Worker(new URL('../../workers/notebook.worker.ts', import.meta.url), { type: 'module', name: 'notebook' }),
    shared,
  );
}
