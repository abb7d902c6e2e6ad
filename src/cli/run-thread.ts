/**
 * @file The thread that a run runs in, so that the terminal can stop it.
 */
import { openEventFile, inFile, readSpec } from './spec-file.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { now } from '../core/clock.ts';
import { toLabError, type LabErrorData } from '../core/errors.ts';
import type { RunSummary } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import { createDataset } from '../lab/run/registry.ts';
import { run } from '../lab/run/run.ts';
import { parseRunSpec } from '../lab/run/run-spec.ts';
import { openSession } from '../lab/run/session.ts';
import type { Command } from './command.ts';
import { importFile, loadPackaged, openExamples, packagedFiles } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { readTraceFile } from './fork-command.ts';
import { createModelOpener } from './open-model.ts';
import { startPrograms, startStatements } from './start-thread.ts';
import { openSqlEngine } from './open-sql-engine.ts';

/** What the thread is given. */
export interface RunThreadData {
  readonly command: Extract<Command, { readonly type: 'run' }>;
}

/** What the thread tells. `error` is what ended the run before its tasks were done. */
export type RunThreadMessage =
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'summary'; readonly summary: RunSummary; readonly error: LabErrorData | null }
  | { readonly type: 'error'; readonly error: LabErrorData };

const tell = (message: RunThreadMessage): void => parentPort?.postMessage(message);

async function runSpec({ command }: RunThreadData, signal: AbortSignal): Promise<void> {
  const spec = inFile(command.spec, () => parseRunSpec(readSpec(command.spec)));
  const path = command.dataset;
  const onProgress = ({ phase }: { readonly phase: string }): void => tell({ type: 'progress', text: phase });
  const whole =
    path === null ? await loadPackaged(spec.dataset.name, signal) : await importFile(path, { signal, onProgress });
  const dataset = createDataset(spec, whole);
  const { examplesFrom } = spec.tasks.options;
  const named = examplesFrom === undefined ? [] : [examplesFrom.name];
  const examples = await openExamples(named, command.examples, { signal, onProgress });
  const engine = await openSqlEngine();
  const files = folderFileStore(command.files);
  const session = openSession(engine, dataset, {
    ...packagedFiles(dataset),
    files,
    examples,
    ...createModelOpener(command.places, (phase) => tell({ type: 'progress', text: phase })),
    startStatements,
    startPrograms,
    onProgress: (phase) => tell({ type: 'progress', text: phase }),
  });
  const output = openEventFile(command.events);
  let error: LabErrorData | null = null;
  const write = (event: TraceEvent): void => {
    output.write(event);
    if (event.type === 'error' && event.node === '') error = event.error;
    if (event.type === 'node-end' && !event.node.includes('.')) {
      tell({ type: 'progress', text: `Task ${Number(event.node) + 1}: ${event.status}` });
    }
  };
  try {
    const about = { ...spec, dataset: { ...spec.dataset, name: dataset.manifest.name } };
    const parent = command.parent === null ? null : readTraceFile(command.parent);
    const host = { ...session, now, write, signal, files, parent: () => Promise.resolve(parent) };
    const summary = await run(about, host);
    tell({ type: 'summary', summary, error });
  } finally {
    output.close();
    session.close();
  }
}

const controller = new AbortController();
parentPort?.on('message', () => controller.abort());
runSpec(workerData as RunThreadData, controller.signal)
  .catch((thrown: unknown) => tell({ type: 'error', error: toLabError(thrown).toData() }))
  .finally(() => parentPort?.close());
