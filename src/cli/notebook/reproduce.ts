/** @file `lab reproduce`: runs a notebook's cells again and compares their digests, or writes them. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LabError, toLabError } from '../../core/errors.ts';
import {
  type ExpectedResults,
  type Notebook,
  type RunningCell,
  type CellSpec,
  isSimulation,
} from '../../notebook/notebook.ts';
import { checkRun, expectedRun } from '../../notebook/fingerprints.ts';
import { isRunning, runsOf } from '../../notebook/runs-of.ts';
import type { Command } from '../command.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { appVersion } from '../package-files.ts';
import { runThread } from '../start-thread.ts';
import { writeWhole } from '../whole-file.ts';
import { openLink, readNotebook } from './link.ts';
import { recordingPath } from '../../lab/run/recording-file.ts';
import type { MeasuredRun, MeasuredAt, ReproduceThreadData, RunToReproduce } from './reproduce-thread.ts';
import { readdir } from 'node:fs/promises';
import { usage } from '../help.ts';

export type FileReproduction =
  | ({ readonly file: string } & Reproduction)
  | { readonly file: string; readonly outcome: 'refused'; readonly message: string };

export interface FolderReproduction {
  readonly outcome: 'identical' | 'different';
  readonly identical: number;
  readonly different: number;
  /** Files that are no notebooks, or carry no digests. */
  readonly refused: number;
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Reproduces the notebooks of a folder by name. @throws LabError `spec-invalid`, `file-empty`, `aborted` */
export async function reproduceFolder(
  command: ReproduceCommand,
  onFile: (file: FileReproduction) => void,
  onProgress: (text: string) => void,
): Promise<FolderReproduction> {
  const { notebook: folder, stamp, events } = command;
  if (stamp !== null || events !== null) throw usage('--stamp and --events take one notebook, not a folder.');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) throw new LabError('file-empty', `${folder} holds no notebooks.`, { file: folder });
  const counts = { identical: 0, different: 0, refused: 0 };
  for (const file of files) {
    onProgress(file);
    const came = await reproduceCommand({ ...command, notebook: join(folder, file) }, onProgress).catch(
      (thrown: unknown) => {
        const { code, message } = toLabError(thrown);
        if (code === 'aborted') throw thrown;
        return { outcome: 'refused', message } as const;
      },
    );
    counts[came.outcome === 'stamped' ? 'refused' : came.outcome] += 1;
    onFile({ file, ...came });
  }
  return { outcome: counts.identical === files.length ? 'identical' : 'different', ...counts };
}

type ReproduceCommand = Extract<Command, { readonly type: 'reproduce' }>;

interface PlannedRun extends RunToReproduce {
  readonly cell: string;
  readonly label: string;
  readonly expected: ExpectedResults['runs'][number] | null;
}

export interface Reproduction {
  readonly outcome: 'identical' | 'different' | 'stamped';
  readonly app: string;
  readonly runs: readonly { readonly cell: string; readonly label: string; readonly outcome: string }[];
  readonly notCompared?: readonly string[];
  readonly file?: string;
}

const THREAD = new URL('./reproduce-thread.ts', import.meta.url).href;

/** Reproduces a notebook, or stamps one. @throws LabError what is wrong with the notebook, or what ended the runs */
export async function reproduceCommand(
  command: ReproduceCommand,
  onProgress: (text: string) => void,
): Promise<Reproduction> {
  const notebook = command.notebook.includes('#') ? openLink(command.notebook) : await readNotebook(command.notebook);
  const cells = notebook.cells.filter(isRunning);
  const isStamping = command.stamp !== null;
  const compared = isStamping ? cells : cells.filter(({ id }) => notebook.expected?.[id] !== undefined);
  if (compared.length === 0) {
    const nothing = 'carries no digests of its results; keep them with --stamp OUT.json';
    const problem = cells.length === 0 ? 'has no cell that runs' : nothing;
    throw new LabError('spec-invalid', `${command.notebook}: the notebook ${problem}.`);
  }
  const runs = compared.flatMap((cell) => plan(notebook, cell, command));
  const measured = await measureAll(runs, notebook, command, onProgress);
  if (command.stamp !== null) return stamp(notebook, runs, measured, { ...command, stamp: command.stamp });
  const verdicts = runs.map((run, at) => verdictOf(run, measured[at] as MeasuredRun));
  for (const { cell, label, sentence } of verdicts) onProgress(`${cell}, ${label}: ${sentence}`);
  const notCompared = cells.filter((cell) => !compared.includes(cell)).map(({ id }) => id);
  const isIdentical = verdicts.every(({ outcome }) => outcome === 'identical');
  return {
    outcome: isIdentical ? 'identical' : 'different',
    app: appVersion(),
    runs: verdicts,
    ...(notCompared.length > 0 && { notCompared }),
  };
}

function plan({ expected = {} }: Notebook, cell: RunningCell, { events, stamp }: ReproduceCommand): PlannedRun[] {
  const kept = expected[cell.id]?.runs ?? [];
  const mode = stamp === null ? 'compare' : 'write';
  return runsOf(cell).map(({ label, spec }, at) => ({
    cell: cell.id,
    label,
    spec,
    title: `${cell.id}, ${label}`,
    trace: events === null ? null : { path: join(events, `${cell.id}.${at}.jsonl`), mode },
    expected: expectedRun(kept, spec, at),
  }));
}

async function measureAll(
  runs: readonly PlannedRun[],
  { recordings = {} }: Notebook,
  { dataset, examples, files, places }: ReproduceCommand,
  onProgress: (text: string) => void,
): Promise<readonly MeasuredRun[]> {
  const measured: MeasuredRun[] = [];
  const data: ReproduceThreadData = { runs, dataset, examples, files, places, recordings };
  const problem = await runThread<MeasuredAt>(THREAD, data, onProgress, ({ at, run }) => (measured[at] = run));
  if (problem !== null) throw LabError.fromData(problem);
  if (measured.length < runs.length) throw new LabError('worker-died', 'The thread of the runs ended.');
  return measured;
}

function verdictOf(
  { cell, label, spec, expected }: PlannedRun,
  { fingerprints, summary, error, difference }: MeasuredRun,
) {
  const check = checkRun(spec, expected, fingerprints, difference);
  const isTold = check.outcome === 'different' && expected !== null && difference !== undefined;
  const rest = { metrics: summary.metrics, ...(error && { error }) };
  return { cell, label, ...check, ...(isTold && { difference }), ...rest };
}

async function stamp(
  notebook: Notebook,
  runs: readonly PlannedRun[],
  measured: readonly MeasuredRun[],
  command: ReproduceCommand & { readonly stamp: string },
): Promise<Reproduction> {
  const app = appVersion();
  const expected: Record<string, ExpectedResults> = {};
  for (const [at, { cell, title }] of runs.entries()) {
    const { fingerprints, summary, error } = measured[at] as MeasuredRun;
    if (error !== null) throw LabError.fromData(error);
    if (summary.outcome !== 'done')
      throw new LabError('model-failed', `${title}: all tasks failed, so it is not kept.`);
    expected[cell] = { app, runs: [...(expected[cell]?.runs ?? []), fingerprints] };
  }
  const recordings = await recordingsOf(runs, notebook, command.files);
  const stamped: Notebook = { ...notebook, expected, ...(recordings !== null && { recordings }) };
  writeWhole(command.stamp, `${JSON.stringify(stamped, null, 2)}\n`);
  return {
    outcome: 'stamped',
    app,
    file: command.stamp,
    runs: runs.map(({ cell, label }) => ({ cell, label, outcome: 'stamped' })),
  };
}

async function recordingsOf(
  runs: readonly { readonly spec: CellSpec }[],
  { recordings = {} }: Notebook,
  files: string,
): Promise<NonNullable<Notebook['recordings']> | null> {
  const all: Record<string, string> = { ...recordings };
  for (const { spec } of runs) {
    if (isSimulation(spec) || spec.replies.mode !== 'replay') continue;
    const { recording } = spec.replies;
    const bytes = await folderFileStore(files).read(recordingPath(recording));
    if (bytes !== null) all[recording] ??= new TextDecoder().decode(bytes);
  }
  return Object.keys(all).length === 0 ? null : all;
}
