/**
 * @file Runs and looks of notebooks' cells over the connection to the lab's worker.
 */
import { proxy } from 'comlink';
import type { LabService } from '../wire/lab-service.ts';
import type { LoadProgress } from '../wire/model-service.ts';
import type { NotebookRunProgress } from '../wire/notebook-runs.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { Loading, NotebookRunsClient } from './lab.ts';
import type { WorkerConnection } from './worker-connection.ts';

type Call<Result> = (connection: WorkerConnection<LabService>) => Promise<Result>;

/** Calls of the lab's worker, wherever it runs by now. */
export interface NotebookCalls {
  readonly call: <Result>(call: Call<Result>) => Promise<Result>;
  /** A call that is watched: a worker that blocks is killed, sooner while `querying`. */
  readonly stoppable: <Result>(signal: AbortSignal, querying: () => boolean, call: Call<Result>) => Promise<Result>;
  /** Such a call, for which these models are loaded first. */
  readonly asking: <Result>(
    models: readonly ComponentSpec[],
    loading: Loading,
    querying: () => boolean,
    call: Call<Result>,
  ) => Promise<Result>;
}

/** A client of notebooks' runs. */
export function createNotebookRunsClient({ call, stoppable, asking }: NotebookCalls): NotebookRunsClient {
  return {
    check: (notebook) => call(({ remote }) => remote.checkNotebook(notebook)),
    async run(run, { onProgress, signal }) {
      const models = await call(({ remote }) => remote.cellModels(run.spec));
      let querying = false;
      const told = (progress: NotebookRunProgress): void => {
        // Before the first task the database is made, which takes as long as it takes.
        querying = progress.events > 1;
        onProgress(progress);
      };
      const loading = { onProgress: (_: LoadProgress) => undefined, signal };
      return asking(
        models,
        loading,
        () => querying,
        ({ remote }) => remote.runForNotebook(run, proxy(told), signal),
      );
    },
    async ask(question, signal) {
      const never = (): boolean => false;
      const opening = { ...question, query: null };
      if (question.query === null)
        return stoppable(signal, never, ({ remote }) => remote.askForNotebook(question, signal));
      // The database of the part is made before the statement runs, and takes as long as it takes.
      await stoppable(signal, never, ({ remote }) => remote.askForNotebook({ ...opening, query: 'SELECT 1' }, signal));
      return stoppable(
        signal,
        () => true,
        ({ remote }) => remote.askForNotebook(question, signal),
      );
    },
  };
}
