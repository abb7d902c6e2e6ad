/** @file The thread in which a notebook's runs are run again, one after the other. */
import { openEventFile } from '../spec-file.ts';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import { now } from '../../core/clock.ts';
import type { EventDifference } from '../../notebook/cell-output.ts';
import type { Dataset } from '../../core/dataset.ts';
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import { type RunFingerprints, isSimulation, type CellSpec } from '../../notebook/notebook.ts';
import type { RunSummary } from '../../core/run.ts';
import { readTrace } from '../../trace/foreign/read-trace.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { RunFold } from '../../notebook/fold-run.ts';
import { compareTrace } from '../../notebook/fingerprints.ts';
import { createDataset } from '../../lab/run/registry.ts';
import { run } from '../../lab/run/run.ts';
import { parseRunSpec } from '../../lab/run/run-spec.ts';
import type { Session } from '../../lab/run/session.ts';
import { surroundingRun, runSimulation } from '../../lab/simulation/run-simulation.ts';
import { importFile, loadPackaged, openExamples } from '../datasets.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { createModelOpener, type ModelPlaces } from '../open-model.ts';
import { inThread, tellParent, tellProgress } from '../start-thread.ts';
import { withRecordings } from '../../lab/run/recording-file.ts';
import { openLab } from '../open-session.ts';

export interface RunToReproduce {
  readonly spec: CellSpec;
  readonly title: string;
  /** A trace to write, or to compare with where there is one; null for neither. */
  readonly trace: { readonly path: string; readonly mode: 'write' | 'compare' } | null;
}

export interface ReproduceThreadData {
  readonly runs: readonly RunToReproduce[];
  /** A file in place of the datasets that the specs name. */
  readonly dataset: string | null;
  readonly examples: readonly string[];
  readonly files: string;
  readonly places: ModelPlaces;
  readonly recordings: { readonly [name: string]: string };
}

export interface MeasuredRun {
  readonly fingerprints: RunFingerprints;
  readonly summary: RunSummary;
  readonly error: LabErrorData | null;
  /** Against the kept trace; undefined where there is none. */
  readonly difference?: EventDifference | null;
}

export interface MeasuredAt {
  readonly at: number;
  readonly run: MeasuredRun;
}

const data = workerData as ReproduceThreadData;

/** Datasets are opened once each, and so are their slices. */
async function createSessions(
  store: FileStore,
  signal: AbortSignal,
): Promise<{ of(spec: CellSpec): Promise<Session>; close(): void }> {
  const sessions = new Map<string, Session>();
  const importing = { signal, onProgress: ({ phase }: { readonly phase: string }) => tellProgress(phase) };
  const load = (name: string): Promise<Dataset> =>
    data.dataset === null ? loadPackaged(name, signal) : importFile(data.dataset, importing);
  const specs = data.runs.flatMap(({ spec }) => (isSimulation(spec) ? [] : [parseRunSpec(spec)]));
  const named = specs.flatMap(({ tasks }) => tasks.options.examplesFrom?.name ?? []);
  const examples = await openExamples(named, data.examples, importing);
  const opener = createModelOpener(data.places, tellProgress);
  const of = async (spec: CellSpec): Promise<Session> => {
    const key = canonicalJson(asJson(spec.dataset));
    const open = sessions.get(key);
    if (open !== undefined) return open;
    const dataset = createDataset(
      isSimulation(spec) ? surroundingRun(spec) : parseRunSpec(spec),
      await load(spec.dataset.name),
    );
    const session = await openLab(dataset, { files: store, opener, examples, onProgress: tellProgress });
    sessions.set(key, session);
    return session;
  };
  return {
    of,
    close() {
      for (const session of sessions.values()) session.close();
    },
  };
}

async function measure(
  { spec, trace }: RunToReproduce,
  session: Session,
  store: FileStore,
  signal: AbortSignal,
): Promise<MeasuredRun> {
  const fold = new RunFold(spec, { label: '', trace: '' });
  const isKept = trace?.mode === 'compare' && existsSync(trace.path);
  const comparison = isKept ? compareTrace(readTrace(readFileSync(trace.path, 'utf8'))) : null;
  const path = trace?.mode === 'write' ? trace.path : null;
  if (path !== null) mkdirSync(dirname(path), { recursive: true });
  const output = openEventFile(path);
  const write = (event: TraceEvent): void => {
    fold.add(event);
    comparison?.add(event);
    output.write(event);
  };
  try {
    const { manifest } = session.dataset;
    const named = { ...spec, dataset: { ...spec.dataset, name: manifest.name } };
    const summary = isSimulation(named)
      ? await runSimulation(named, { ...session, now, write, signal })
      : await run(parseRunSpec(named), { ...session, now, write, signal, files: store });
    if (summary.outcome === 'aborted') throw new LabError('aborted', 'Stopped.');
    const folded = fold.end();
    if (folded === null) throw new LabError('internal', 'The run has not come to its end.');
    const unwritten = output.close();
    if (unwritten !== null) throw unwritten;
    const { fingerprints, error } = folded;
    return { fingerprints, summary, error, ...(comparison && { difference: comparison.end() }) };
  } finally {
    output.close();
  }
}

async function reproduce(signal: AbortSignal): Promise<void> {
  const store = await withRecordings(folderFileStore(data.files), data.recordings);
  const sessions = await createSessions(store, signal);
  try {
    for (const [at, one] of data.runs.entries()) {
      tellProgress(one.title);
      tellParent<MeasuredAt>({ at, run: await measure(one, await sessions.of(one.spec), store, signal) });
    }
  } finally {
    sessions.close();
  }
}

inThread(reproduce);
