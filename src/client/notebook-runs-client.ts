/**
 * @file Runs and looks of notebooks' cells over the connection to the lab's worker.
 */
import { proxy } from 'comlink';
import type { LoadProgress } from '../wire/model-service.ts';
import type { LabCalls } from './evaluation-client.ts';
import type { NotebookRunsClient } from './lab.ts';

/** A client of notebooks' runs. */
export function createNotebookRunsClient({ call, stoppable, asking }: LabCalls): NotebookRunsClient {
  return {
    check: (notebook) => call(({ remote }) => remote.checkNotebook(notebook)),
    async run(run, { onProgress, signal }) {
      const models = await call(({ remote }) => remote.cellModels(run.spec));
      const loading = { onProgress: (_: LoadProgress) => undefined, signal };
      return asking(models, loading, ({ remote }) => remote.runForNotebook(run, proxy(onProgress), signal));
    },
    ask: (question, signal) => stoppable(signal, ({ remote }) => remote.askForNotebook(question, signal)),
  };
}
