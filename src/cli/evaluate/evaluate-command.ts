/** @file Evaluations in a terminal: threads share out the tasks, the table goes to stdout and to files. */
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { now } from '../../core/clock.ts';
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { EvaluationProgress, EvaluationTable } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import { asJson, canonicalJson } from '../../core/json.ts';
import { readHeader, readTable, writeTable } from '../../lab/evaluation/evaluation-files.ts';
import { tableAsMarkdown } from '../../lab/evaluation/export-table.ts';
import type { Command } from '../command.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { runThread } from '../start-thread.ts';
import type { EvaluateEnd, EvaluateThreadData } from './evaluate-thread.ts';
import { largest } from '../../core/numbers/extremes.ts';

export interface EvaluationSummary {
  /** `incomplete` where all that was asked for is done, but other parts are not. */
  readonly outcome: 'done' | 'incomplete' | 'failed' | 'aborted';
  readonly error: LabErrorData | null;
  readonly name: string;
  readonly tasks: number;
  readonly missing: number;
  readonly failed: number;
  readonly files: readonly string[];
}

type EvaluateCommand = Extract<Command, { readonly type: 'evaluate' }>;

const THREAD = new URL('./evaluate-thread.ts', import.meta.url).href;
const TOLD_EVERY = 1000;

function createTeller(
  threads: number,
  onProgress: (text: string) => void,
): (thread: number, of: EvaluationProgress) => void {
  const latest: (EvaluationProgress | undefined)[] = Array.from({ length: threads });
  let last = -Infinity;
  return (thread, progress) => {
    latest[thread] = progress;
    if (now() - last < TOLD_EVERY) return;
    last = now();
    const all = latest.flatMap((one) => one ?? []);
    const sum = (of: (one: EvaluationProgress) => number): number => all.reduce((total, one) => total + of(one), 0);
    const left = largest(all.map(({ secondsLeft }) => secondsLeft ?? 0));
    const time = left > 0 ? `, about ${left} s left` : '';
    onProgress(`${sum(({ done }) => done)} of ${sum(({ tasks }) => tasks)} tasks (${progress.label})${time}`);
  };
}

async function runPart(
  data: EvaluateThreadData,
  onPhase: (text: string) => void,
  onTasks: (progress: EvaluationProgress) => void,
): Promise<EvaluateEnd> {
  const told: EvaluateEnd[] = [];
  const killed = await runThread<EvaluationProgress | EvaluateEnd>(THREAD, data, onPhase, (message) => {
    if ('outcome' in message) told.push(message);
    else onTasks(message);
  });
  const lost =
    killed ??
    new LabError('worker-died', 'A thread of the evaluation ended; run the command again to continue.').toData();
  return told[0] ?? { outcome: lost.code === 'aborted' ? 'aborted' : 'failed', error: lost, name: null };
}

/** Runs what is not done yet of an evaluation, on all cores. @throws LabError for a wrong spec or dataset */
export async function evaluateCommand(
  command: EvaluateCommand,
  onText: (text: string) => void,
  onProgress: (text: string) => void,
): Promise<EvaluationSummary> {
  const { shard, type: _type, ...given } = command;
  const threads = availableParallelism();
  const tell = createTeller(threads, onProgress);
  const ends = await Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const share = { index: shard.index + thread * shard.of, of: shard.of * threads };
      const data: EvaluateThreadData = { ...given, shard: share, leads: thread === 0 };
      return runPart(data, onProgress, (progress) => tell(thread, progress));
    }),
  );
  const ended = ends.find(({ outcome }) => outcome === 'failed') ?? ends.find(({ outcome }) => outcome === 'aborted');
  const name = ends.find((end) => end.name !== null)?.name ?? null;
  if (name === null) throw LabError.fromData(ended?.error ?? new LabError('aborted', 'Stopped.').toData());
  const store = folderFileStore(given.out);
  return finish(store, await readTable(store, name), ended ?? { outcome: 'done', error: null }, onText);
}

async function finish(
  out: FileStore,
  table: EvaluationTable,
  { outcome, error }: Pick<EvaluationSummary, 'outcome' | 'error'>,
  onText: (text: string) => void,
): Promise<EvaluationSummary> {
  const files = await writeTable(out, table);
  onText(tableAsMarkdown(table));
  const sum = (of: (row: EvaluationTable['rows'][number]) => number): number =>
    table.rows.reduce((total, row) => total + of(row), 0);
  const missing = sum((row) => row.missing);
  const failed = sum(({ failures }) => Object.values(failures).reduce((total, count) => total + count, 0));
  const ended = outcome === 'done' && missing > 0 ? 'incomplete' : outcome;
  return { outcome: ended, error, name: table.name, tasks: sum((row) => row.tasks), missing, failed, files };
}

/** Joins the parts of one evaluation in a folder, as if it had run there. @throws LabError `spec-invalid` for those of several */
export async function joinCommand(
  { folders, out }: Extract<Command, { readonly type: 'join' }>,
  onText: (text: string) => void,
): Promise<EvaluationSummary> {
  const kept = (folder: string): string => join(folder, 'experiments');
  const names = new Set(
    folders.filter((folder) => existsSync(kept(folder))).flatMap((folder) => readdirSync(kept(folder))),
  );
  const [name, ...others] = names;
  const where = folders.join(', ');
  if (name === undefined) throw new LabError('spec-invalid', `There is no evaluation in ${where}.`);
  if (others.length > 0)
    throw new LabError(
      'spec-invalid',
      `${where} hold several evaluations: ${[...names].join(', ')}. Join parts of one.`,
    );
  const headers = await Promise.all(folders.map((folder) => readHeader(folderFileStore(folder), name)));
  if (new Set(headers.map((header) => canonicalJson(asJson(header)))).size > 1)
    throw new LabError('spec-invalid', `The parts of ${name} differ in spec or dataset. Join parts of one.`);
  // Each part writes records to files of its own.
  for (const folder of folders) cpSync(kept(folder), kept(out), { recursive: true });
  const store = folderFileStore(out);
  return finish(store, await readTable(store, name), { outcome: 'done', error: null }, onText);
}
