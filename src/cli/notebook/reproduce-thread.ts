/** @file The thread in which a notebook's runs are run again, one after the other, as the cells of a page are. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import { LabError } from '../../core/errors.ts';
import type { LabService } from '../../lab/service.ts';
import type { EventDifference, RunOutput } from '../../notebook/cell-output.ts';
import { compareTrace } from '../../notebook/fingerprints.ts';
import type { CellSpec } from '../../notebook/notebook.ts';
import { readTrace } from '../../trace/foreign/read-trace.ts';
import { openTerminalLab, type LabPlaces } from '../open-lab.ts';
import { openEventFile } from '../spec-file.ts';
import { inThread, tellParent, tellProgress } from '../start-thread.ts';

export interface RunToReproduce {
  readonly spec: CellSpec;
  readonly title: string;
  /** A trace to write, or to compare with where there is one; null for neither. */
  readonly trace: { readonly path: string; readonly mode: 'write' | 'compare' } | null;
}

export interface ReproduceThreadData extends LabPlaces {
  readonly runs: readonly RunToReproduce[];
  readonly dataset: string | null;
  readonly recordings: { readonly [name: string]: string };
}

export interface MeasuredRun extends Pick<RunOutput, 'fingerprints' | 'summary' | 'error'> {
  /** Against the kept trace; undefined where there is none. */
  readonly difference?: EventDifference | null;
}

export interface MeasuredAt {
  readonly at: number;
  readonly run: MeasuredRun;
}

const data = workerData as ReproduceThreadData;

async function measure(
  { spec, trace }: RunToReproduce,
  name: string,
  lab: LabService,
  signal: AbortSignal,
): Promise<MeasuredRun> {
  const isKept = trace?.mode === 'compare' && existsSync(trace.path);
  const comparison = isKept ? compareTrace(readTrace(readFileSync(trace.path, 'utf8'))) : null;
  const path = trace?.mode === 'write' ? trace.path : null;
  if (path !== null) mkdirSync(dirname(path), { recursive: true });
  const output = openEventFile(path);
  const asked = {
    ...{ label: '', trace: '', recordings: data.recordings, compareWith: null },
    spec: { ...spec, dataset: { ...spec.dataset, name } },
  };
  try {
    const { output: came } = await lab.start('cell', null, asked, {
      signal,
      onEvents: (events) =>
        events.forEach((event) => {
          comparison?.add(event);
          output.write(event);
        }),
    });
    const { fingerprints, summary, error } = came;
    if (summary.outcome === 'aborted') throw new LabError('aborted', 'Stopped.');
    const unwritten = output.close();
    if (unwritten !== null) throw unwritten;
    return { fingerprints, summary, error, ...(comparison && { difference: comparison.end() }) };
  } finally {
    output.close();
  }
}

async function reproduce(signal: AbortSignal): Promise<void> {
  const { lab, close } = openTerminalLab(data, tellProgress);
  const opened = { by: '', name: '' };
  try {
    for (const [at, one] of data.runs.entries()) {
      tellProgress(one.title);
      const by = data.dataset ?? one.spec.dataset.name;
      if (opened.by !== by) {
        const { manifest } = await lab.open(by, { signal, onProgress: ({ phase }) => tellProgress(phase) });
        Object.assign(opened, { by, name: manifest.name });
      }
      tellParent<MeasuredAt>({ at, run: await measure(one, opened.name, lab, signal) });
    }
  } finally {
    close();
  }
}

inThread(reproduce);
