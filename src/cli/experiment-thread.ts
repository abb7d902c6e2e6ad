/**
 * @file A thread of the experiment: imports the dataset, then does its jobs one after the other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { LabError, toLabError } from '../core/errors.ts';
import { leaveLastOut } from '../data/split/leave-last-out.ts';
import { buildCache } from '../lab/run/build-cache.ts';
import { chooseTemperature, halves, measureSeed, type ExperimentHost } from '../lab/experiment/run-experiment.ts';
import { createReasonerSource } from '../lab/run/fit-reasoner.ts';
import { openSession } from '../lab/run/session.ts';
import { importFile } from './datasets.ts';
import { startStatements } from './start-statements.ts';
import type { ExperimentMessage, ExperimentThreadData } from './experiment-command.ts';
import { folderFileStore } from './folder-file-store.ts';
import { openSqlEngine } from './open-sql-engine.ts';

const tell = (message: ExperimentMessage): void => parentPort?.postMessage(message);
const onProgress = (text: string): void => {
  tell({ type: 'progress', text });
};

async function doJobs({ dataset: path, users, files, jobs }: ExperimentThreadData): Promise<void> {
  const { signal } = new AbortController();
  const dataset = await importFile(path, { signal, onProgress: ({ phase }) => onProgress(phase) });
  const engine = await openSqlEngine();
  const store = folderFileStore(files);
  const split = leaveLastOut(dataset);
  const [first, second] = halves(dataset, split, users);
  if (second.length === 0)
    throw new LabError('task-impossible', 'The experiment needs at least two people with tasks.');
  const cache = buildCache(store, dataset.manifest.sha256);
  const session = openSession(engine, dataset, { files: store, startStatements, onProgress });
  try {
    const host: ExperimentHost = {
      dataset,
      database: await session.database(split, signal),
      reasoners: createReasonerSource({ engine, dataset, cache }),
      signal,
      onProgress,
    };
    for (const job of jobs) {
      if (job.type === 'choose') {
        tell({ type: 'choice', choice: { task: job.task, ...(await chooseTemperature(host, job.task, first)) } });
      } else {
        const cells = await measureSeed(host, second, job);
        tell({ type: 'cells', task: job.task, cells });
      }
    }
  } finally {
    session.close();
  }
}

doJobs(workerData as ExperimentThreadData)
  .catch((thrown: unknown) => {
    tell({ type: 'error', error: toLabError(thrown).toData() });
  })
  .finally(() => parentPort?.close());
